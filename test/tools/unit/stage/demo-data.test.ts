import { expect, test } from '@jest/globals';
import { NAMED_STAGES } from '../../../../infra/stages.ts';
import { sessions } from '../../../../tools/stage/demo-data/items.ts';

test.each(Object.entries(NAMED_STAGES))('No demo session lasts longer than %s allows', (_name, stage) => {
  const { longestSessionDays = Infinity } = stage as { longestSessionDays?: number };
  const days = sessions.map(({ expiresAt }) => (expiresAt - Date.now() / 1000) / 86_400);
  expect(Math.max(...days)).toBeLessThan(longestSessionDays);
  expect(Math.max(...days)).toBeGreaterThan(28);
});

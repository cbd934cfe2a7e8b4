/** The recorded answers against a fresh local stage, which gives the very same. */
import { expect, test } from '@jest/globals';
import { recordAnswers } from '../../../../tools/contract/record/record.ts';
import { recordedAnswers } from '../../../../tools/contract/record/recorded.ts';
import { devAssembly } from '../../../support/assemblies.ts';

test('A fresh local stage answers as it was recorded (npm run openapi -- --record)', async () => {
  expect(await recordAnswers(await devAssembly())).toEqual(recordedAnswers());
}, 120_000);

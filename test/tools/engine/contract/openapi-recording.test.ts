/** The recorded answers are the same as those of a fresh local stage. */
import { expect, test } from '@jest/globals';
import { recordAnswers } from '../../../../tools/contract/record/record.ts';
import { recordedAnswers } from '../../../../tools/contract/record/recorded.ts';
import { onOwnTables } from '../../../support/own-tables.ts';

test('A fresh local stage answers as it was recorded (npm run openapi -- --record)', async () => {
  expect(await recordAnswers(await onOwnTables('Recorded'))).toEqual(recordedAnswers());
}, 120_000);

import { toJsonSchema } from '@valibot/to-json-schema';
import type { DeviceResult, RefusalName } from '../../../functions/domain/api-status.ts';
import { ENDED_STATES, LIVE_STATES } from '../../../functions/domain/upgrade.ts';
import { DRY_RUN_FIELD } from '../../../functions/http/refuse-dry-run.ts';
import { cancelBody, historyBody, statusBody, upgradeBody } from '../../../functions/upgrade/request.ts';
import { MOST_ENTRIES, type HistoryEntry } from '../../../functions/upgrade/history/upgrade-history.ts';
import type { ReportedState, UpgradeReport } from '../../../functions/upgrade/status/report.ts';
import { answerSchema, codes, growing, GROWING, INT64, methodSchema, objectSchema, TEXT, time } from './schema.ts';

/** What an accepted request may answer for a device, besides SUCCESS and TRY_AGAIN. */
const STARTING: readonly DeviceResult[] = ['REPEAT', 'DEVICE_BUSY', 'DEVICE_LOST', 'NOT_EXIST', 'DEVICE_TYPE_ERROR'];
const CANCELLING: readonly DeviceResult[] = ['REPEAT', 'DEVICE_BUSY', 'NOT_EXIST', 'WRONG_STATE'];

const STATES: readonly ReportedState[] = [...LIVE_STATES, ...ENDED_STATES, 'timed-out'];

const REQUEST_TEXT =
  '`sn`: serial numbers, case-sensitive; a duplicate counts and is answered once. ' +
  '`firmware-id`: the firmware to install, or whose upgrade to cancel. Unknown fields are ignored, ' +
  'but none may ask for a dry run, which has a path of its own.';

const SN = { type: 'string', description: 'Serial number of the device.' };

/** What any upgrade has. Only sn and result are always there: what is not known is left out. */
const SUMMARY = {
  'upgrade-id': TEXT,
  'firmware-id': { ...INT64, minimum: 0 },
  version: TEXT,
  state: growing('string', STATES, 'The state of the upgrade.'),
  'requested-by': TEXT,
  key: { ...TEXT, description: 'The `Idempotency-Key` of the request that started it.' },
  'rollout-id': { ...TEXT, description: 'The roll-out that started it.' },
  'requested-at': time(),
};

const STATUS: Record<keyof UpgradeReport, object> = {
  ...SUMMARY,
  progress: { type: 'integer', minimum: 0, maximum: 100, description: 'Percent.' },
  reason: { ...TEXT, description: 'Why it failed, as the device said.' },
  'lease-ends-at': time('From then on an unfinished upgrade is `timed-out`.'),
};

const HISTORY: Record<keyof HistoryEntry, object> = {
  ...SUMMARY,
  'ended-at': time('To the second. When the service was told that it has ended.'),
  'cancelled-by': { ...TEXT, description: 'Who cancelled it.' },
};

const EACH = { description: 'An entry for each distinct serial number, in the order of the request.', minItems: 1 };

const PAGE = {
  description: 'An entry for each upgrade, newest first; a single one with 16 when no upgrade is known.',
  minItems: 1,
  maxItems: MOST_ENTRIES,
};
const NEXT = { description: 'There are older upgrades: ask again with this as `before`.' };

export const upgradeSchemas = {
  UpgradeRequest: ordered(upgradeBody, REQUEST_TEXT),
  CancelRequest: ordered(
    cancelBody,
    `${REQUEST_TEXT} \`upgrade-id\`: the upgrades to cancel, one for each serial number in the same order, null where it is not known.`,
  ),
  StatusRequest: { description: '`sn`: as in start-upgrade.', ...enforced(statusBody) },
  UpgradeDetail: detail(['SUCCESS', 'TRY_AGAIN', ...STARTING, 'CONSTRAINT_VIOLATION']),
  UpgradeAnswer: answerSchema('start-upgrade', 'UpgradeDetail', EACH),
  StatusDetail: detail(['SUCCESS', 'NOT_EXIST'], STATUS),
  StatusAnswer: answerSchema('upgrade-status', 'StatusDetail', EACH),
  CancelDetail: detail(['SUCCESS', 'TRY_AGAIN', ...CANCELLING]),
  CancelAnswer: answerSchema('cancel-upgrade', 'CancelDetail', EACH),
  DryRunDetail: detail(['SUCCESS', ...STARTING]),
  DryRunAnswer: answerSchema('dry-run-upgrade', 'DryRunDetail', EACH),
  HistoryRequest: {
    description:
      '`sn`: serial number of one device. `before`: `next` of the answer before, for the upgrades that are older.',
    ...enforced(historyBody),
  },
  HistoryDetail: detail(['SUCCESS', 'NOT_EXIST'], HISTORY),
  HistoryAnswer: answerSchema('upgrade-history', 'HistoryDetail', PAGE, NEXT),
};

function ordered(body: Parameters<typeof toJsonSchema>[0], description: string): object {
  return { description, ...enforced(body), propertyNames: { not: { pattern: DRY_RUN_FIELD.source } } };
}

/** The schema of a body, as the function enforces it. */
export function enforced(schema: Parameters<typeof toJsonSchema>[0]) {
  const { $schema, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'safe_integer') return { ...jsonSchema, ...INT64 };
      const { format, ...of32Bits } = jsonSchema;
      return format === 'int64' && Number(jsonSchema.maximum) < 2 ** 31 ? of32Bits : undefined;
    },
    // Later versions may take more.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'picklist' ? { type: 'string', [GROWING]: jsonSchema.enum } : undefined,
  });
  return rest;
}

function detail(results: readonly DeviceResult[], more: Readonly<Record<string, object>> = {}) {
  return objectSchema({ sn: SN, result: codes(results) }, more, 'The answer for one device.');
}

/** Which devices a refusal names: all once the request is known to be valid. */
export type RefusedDetails = 'none' | 'each' | 'each or none';

/**
 * The answer to a request that is refused as a whole, with one of these codes: nothing was started or cancelled, and each
 * device that it names has the same code. One schema for all, as generators tell no two apart by their constants.
 */
export function refusedUpgrade(names: readonly RefusalName[], details: RefusedDetails): object {
  const items = objectSchema({ sn: SN, result: codes(names) });
  const length = { none: { maxItems: 0 }, each: { minItems: 1 }, 'each or none': {} }[details];
  return objectSchema({
    result: codes(names),
    method: methodSchema('upgrade'),
    details: { type: 'array', items, ...length },
  });
}

import { toJsonSchema } from '@valibot/to-json-schema';
import type { DeviceResult, RefusalName } from '../../../functions/domain/api-status.ts';
import { DRY_RUN_FIELD, upgradeBody } from '../../../functions/upgrade/start/request.ts';
import { oneOfCodes } from './api-status.ts';
import { objectSchema, schemaRef } from './schema.ts';

/** What a device of an accepted request may be told. */
const RESULTS: readonly DeviceResult[] = [
  'SUCCESS',
  'REPEAT',
  'TRY_AGAIN',
  'DEVICE_BUSY',
  'DEVICE_LOST',
  'NOT_EXIST',
  'DEVICE_TYPE_ERROR',
];

/** Schemas of start-upgrade. */
export const upgradeSchemas = {
  UpgradeRequest: upgradeRequest(),
  UpgradeDetail: objectSchema({ sn: sn(), result: oneOfCodes(RESULTS) }, 'What one device is told.'),
  UpgradeAnswer: objectSchema({
    result: schemaRef('SUCCESS'),
    method: method(),
    details: {
      type: 'array',
      description: 'An entry for each distinct serial number, in the order of the request.',
      items: schemaRef('UpgradeDetail'),
      minItems: 1,
    },
  }),
};

/** The very schema that the function enforces. */
function upgradeRequest(): object {
  const { $schema, ...enforced } = toJsonSchema(upgradeBody, { target: 'draft-2020-12' });
  return {
    description:
      '`sn`: serial numbers, case-sensitive; a duplicate is upgraded and answered once. ' +
      '`firmware-id`: the firmware to install. Unknown fields are ignored, ' +
      'but none may ask for a dry run.',
    ...enforced,
    propertyNames: { not: { pattern: DRY_RUN_FIELD.source } },
  };
}

/** Which devices a refusal names: all once the request is known to be valid. */
export type RefusedDetails = 'none' | 'each' | 'each or none';

/** A request that is refused as a whole: nothing was started, and each device that is named has the same code. */
export function refusedUpgrade(name: RefusalName, details: RefusedDetails): object {
  const items = objectSchema({ sn: sn(), result: schemaRef(name) });
  const length = { none: { maxItems: 0 }, each: { minItems: 1 }, 'each or none': {} }[details];
  return objectSchema({ result: schemaRef(name), method: method(), details: { type: 'array', items, ...length } });
}

function method() {
  return { type: 'string', const: 'start-upgrade' };
}

function sn() {
  return { type: 'string', description: 'Serial number of the device.' };
}

import type { FirmwareDetail } from '../../../functions/upgrade/firmwares/get-all-firmwares.ts';
import { codeSchema } from './api-status.ts';
import { growing, INT64, objectSchema, schemaRef } from './schema.ts';

const product = { ...INT64, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const positive = { ...INT64, minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const text = { type: 'string', maxLength: 512 };

const DETAIL: Readonly<Record<keyof FirmwareDetail, object>> = {
  'firmware-id': { ...positive, description: 'What start-upgrade takes.' },
  version: text,
  'family-id': product,
  'model-id': product,
  'hardware-version': text,
  state: growing('string', ['available', 'uploading', 'withdrawn'], 'Only `available` ones can be installed.'),
  'size-bytes': positive,
};

const PAGE = {
  result: codeSchema('SUCCESS'),
  method: { type: 'string', const: 'get-all-firmwares' },
  details: {
    type: 'array',
    description: 'An entry for each firmware, by `firmware-id` ascending.',
    items: schemaRef('FirmwareDetail'),
    maxItems: 1_000,
  },
};

const next = {
  type: 'string',
  minLength: 1,
  description: 'Only when there are more: the next page is asked for by it.',
};

/** Schemas of get-all-firmwares. */
export const firmwareSchemas = {
  FirmwareDetail: objectSchema(DETAIL, 'A firmware, and the product that it is for.'),
  FirmwaresAnswer: { ...objectSchema(PAGE), properties: { ...PAGE, next } },
};

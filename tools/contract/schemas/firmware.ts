import type { FirmwareDetail } from '../../../functions/upgrade/firmwares/get-all-firmwares.ts';
import { answerSchema, growing, INT64, objectSchema, TEXT } from './schema.ts';

const product = { ...INT64, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const positive = { ...INT64, minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const DETAIL: Readonly<Record<keyof FirmwareDetail, object>> = {
  'firmware-id': { ...positive, description: 'What start-upgrade takes.' },
  version: TEXT,
  'family-id': product,
  'model-id': product,
  'hardware-version': TEXT,
  state: growing('string', ['available', 'uploading', 'withdrawn'], 'Only `available` ones can be installed.'),
  'size-bytes': positive,
};

const PAGE = { description: 'An entry for each firmware, by `firmware-id` ascending.', maxItems: 1_000 };
const NEXT = { minLength: 1, description: 'Only when there are more: the next page is asked for by it.' };

export const firmwareSchemas = {
  FirmwareDetail: objectSchema(DETAIL, {}, 'A firmware, and the product that it is for.'),
  FirmwaresAnswer: answerSchema('get-all-firmwares', 'FirmwareDetail', PAGE, NEXT),
};

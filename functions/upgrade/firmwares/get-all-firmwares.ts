import { untilAnswer, type Caller } from '../../config/deadline.ts';
import { API_STATUS, type RefusalName } from '../../domain/api-status.ts';
import type { ListedFirmware } from '../../domain/firmware.ts';
import type { Operation } from '../../http/operation-pipeline.ts';
import { recordMetrics } from '../../log/metrics.ts';
import type { UpgradeServices } from '../services.ts';
import { toldText } from '../told-text.ts';
import { cursorAfter, firmwareRequest, type FirmwareRequest } from './request.ts';

/** What callers are told of a firmware. */
export interface FirmwareDetail {
  readonly 'firmware-id': number;
  readonly version: string;
  readonly 'family-id': number;
  readonly 'model-id': number;
  readonly 'hardware-version': string;
  readonly state: ListedFirmware['state'];
  readonly 'size-bytes': number;
}

/** A page of firmwares, and how to ask for the next one if there is one. */
interface Page {
  readonly details: readonly FirmwareDetail[];
  readonly next?: string;
}

const FIRMWARES_PER_PAGE = 1_000;

/** get-all-firmwares: what may be installed, and on which product. */
export const GET_ALL_FIRMWARES: Operation<UpgradeServices, FirmwareRequest, Page> = {
  name: 'get-all-firmwares',
  hasBody: false,
  request: (_body, _services, { rawQueryString }) => firmwareRequest(rawQueryString),
  run: getAllFirmwares,
  accepted: (page) => answer('SUCCESS', page),
  refused: (reason) => answer(reason, { details: [] }),
  measure: ({ details }, namespace) => {
    recordMetrics(namespace, 'get-all-firmwares', { Listed: [details.length, 'Count'] });
  },
};

/**
 * A page of the firmwares of a product, by their ids. The whole table is read for each: its order is that of hashes, and a
 * catalogue has hundreds. Rejects with StoreUnavailable when reading fails, or is not done in time.
 */
async function getAllFirmwares(
  request: FirmwareRequest,
  { firmwares }: UpgradeServices,
  caller: Caller,
): Promise<Page> {
  return pageOf(await firmwares.list(untilAnswer(caller)), request);
}

/** The page that is asked for, of firmwares in no order. */
function pageOf(firmwares: readonly ListedFirmware[], request: FirmwareRequest): Page {
  const { familyId, modelId, hardwareVersion, after = 0 } = request;
  const isAskedFor = (detail: FirmwareDetail) =>
    detail['firmware-id'] > after &&
    detail['family-id'] === (familyId ?? detail['family-id']) &&
    detail['model-id'] === (modelId ?? detail['model-id']) &&
    detail['hardware-version'] === (hardwareVersion ?? detail['hardware-version']);
  const found = firmwares.map(detailOf).filter(isAskedFor);
  const details = found.sort((one, other) => one['firmware-id'] - other['firmware-id']).slice(0, FIRMWARES_PER_PAGE);
  const last = details.at(-1);
  return { details, ...(last && found.length > details.length && { next: cursorAfter(last['firmware-id']) }) };
}

function detailOf({ firmwareId, product, version, state, sizeBytes }: ListedFirmware): FirmwareDetail {
  return {
    'firmware-id': firmwareId,
    version: toldText(version),
    'family-id': product.familyId,
    'model-id': product.modelId,
    'hardware-version': toldText(product.hardwareVersion),
    state,
    'size-bytes': sizeBytes,
  };
}

function answer(result: RefusalName | 'SUCCESS', page: Page): object {
  return { result: API_STATUS[result].code, method: 'get-all-firmwares', ...page };
}

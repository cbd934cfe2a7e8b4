import { NAMED_STAGES } from '../../infra/stages.ts';
import { pathOf, type UpgradeOperation } from '../../functions/domain/operations.ts';
import { MOST_ENTRIES } from '../../functions/upgrade/history/upgrade-history.ts';
import { KINDS } from './kinds.ts';
import { LIST_PATH } from './requests.ts';
import { DEMO } from '../stage/demo-data/demo.ts';
import { BODY_TEXT, operationIdOf, responseRef, responsesOf, SESSION } from './path-parts.ts';
import { rolloutPaths } from './rollout-paths.ts';
import { INT64, schemaRef } from './schemas/schema.ts';

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.prod;

const LIST_TEXT = `One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.`;

const UPGRADE_TEXT = `HTTP 200 means that every device was judged on its own: look at \`details\`. Any other answer of the
service means that nothing was started, and the top-level code says why.

At most ${String(maxBatchSize)} serial numbers (duplicates count), all of devices of the same family, model and hardware
version, and a body of at most ${String(maxBodyBytes / 1024)} KiB of UTF-8, not compressed. The session must be an
administrator's.

When a request has several errors, the first of these is reported: 37, 31, 9, 21 (absent), 18, 21, 7, 17, 16, 38, 41.

Repeat the request after no answer, 429, 503 or a 500 of the gateway, and for the devices that were told 4, with the
same \`Idempotency-Key\`. What was started is answered 1 and not started again: with the key whatever became of it meanwhile, without
only while it is under way. An upgrade that somebody else starts on the device in between ends what the key protects.`;

const STATUS_TEXT = `Reads, and changes nothing. For each device: 0 and what is on record of its last upgrade, or 16 when nothing is.
What is not known is left out. Session, limits and refusals are those of start-upgrade.`;

const CANCEL_TEXT = `For each device: 0 cancelled by this request; 1 cancelled already; 38 the upgrade has begun on the device, has
ended, or is not the one that was named; 11 another firmware is being installed; 16 no upgrade to this firmware is on record; 4 not known, ask again.

A request that names upgrades (\`upgrade-id\`) never cancels one that somebody else has started meanwhile; a repeat of one that
does not may.

If the answer says 0 or 1 for a device, that upgrade never begins on it, and the device is free at once. Session, limits and
refusals are those of start-upgrade.`;

const DRY_RUN_TEXT = `Reads and judges as start-upgrade does and answers as it would, with 0 for what would be started; writes
nothing. What it tells holds for the moment: start-upgrade judges anew.`;

const FIRMWARES_TEXT = `What may be installed, by \`firmware-id\`: the number that start-upgrade takes. Up to 1,000 a page; while there are more,
\`next\` is how to ask for those that follow: as \`after\`, with the same filters. The session must be an administrator's.

Parameters with other names are ignored. One that is empty, sent twice, or of another form is refused with 7.`;

const HISTORY_TEXT = `Reads, and changes nothing. The upgrades of one device, newest first, up to ${String(MOST_ENTRIES)}; \`next\` when there are older
ones. A single entry with 16 when no upgrade is known. What is not known is left out.

The last upgrade is told as it is on record. Those before it come with a delay, usually of seconds: until its end was heard of, an
earlier upgrade is \`timed-out\`. An upgrade is kept for 400 days. Session and refusals are those of start-upgrade.`;

const requests = {
  oneDevice: { summary: 'One device', value: { sn: [DEMO.batch[0]], 'firmware-id': DEMO.firmwareId } },
  batch: { summary: 'A batch', value: { sn: DEMO.batch, 'firmware-id': DEMO.firmwareId } },
};

const order = { schema: schemaRef('UpgradeRequest'), examples: requests };

/** All paths of the API. */
export const paths = {
  [LIST_PATH]: {
    get: ownList('getStreamServersList', 'The stream servers of the device that the stage names'),
    post: ownList('postStreamServersList', 'The same by POST; a body is ignored'),
  },
  [`/devices/{sn}${LIST_PATH}`]: {
    get: listOf('getStreamServersListOfDevice', 'The stream servers of a device'),
    post: listOf('postStreamServersListOfDevice', 'The same by POST; a body is ignored'),
  },
  ...upgradePath('start-upgrade', 'Starts a firmware upgrade on one device or a batch', UPGRADE_TEXT),
  ...upgradePath('upgrade-status', 'Tells what became of the upgrades of devices', STATUS_TEXT, {
    schema: schemaRef('StatusRequest'),
    examples: { batch: { summary: 'A batch', value: { sn: DEMO.batch } } },
  }),
  ...upgradePath('cancel-upgrade', 'Cancels upgrades that have not begun', CANCEL_TEXT, {
    ...order,
    schema: schemaRef('CancelRequest'),
  }),
  ...upgradePath('dry-run-upgrade', 'Tells what start-upgrade would answer now', DRY_RUN_TEXT),
  ...upgradePath('upgrade-history', 'Tells the upgrades of a device, newest first', HISTORY_TEXT, {
    schema: schemaRef('HistoryRequest'),
    examples: { newest: { summary: 'The newest', value: { sn: DEMO.batch[0] } } },
  }),
  [pathOf('get-all-firmwares')]: { get: firmwares() },
  ...rolloutPaths,
};

/** Refusals are those of start-upgrade, but for what concerns a body or the state of a firmware. */
function firmwares() {
  const { 409: aboutFirmware, 413: tooLarge, 415: noJson, ...others } = responsesOf('Upgrade');
  const product = { description: 'Only firmwares for this product.', schema: INT64 };
  const parameters = [
    { name: 'family-id', ...product },
    { name: 'model-id', ...product },
    { name: 'hardware-version', ...product, schema: { type: 'string', minLength: 1, maxLength: 256 } },
    { name: 'after', description: '`next` of the page before.', schema: { type: 'string', minLength: 1 } },
  ];
  return {
    tags: ['Firmwares'],
    operationId: 'getAllFirmwares',
    summary: 'Lists the firmwares that may be installed',
    description: FIRMWARES_TEXT,
    parameters: parameters.map((each) => ({ ...each, in: 'query' })),
    security: SESSION,
    responses: { ...others, 200: responseRef('Firmwares200') },
  };
}

function upgradePath(operation: UpgradeOperation, summary: string, description: string, request: object = order) {
  const requestBody = { required: true, description: BODY_TEXT, content: { 'application/json': request } };
  const texts = { tags: ['Upgrades'], operationId: operationIdOf(operation), summary, description };
  const parameters = isJudged(operation) && { parameters: [{ $ref: '#/components/parameters/idempotencyKey' }] };
  return {
    [pathOf(operation)]: {
      post: { ...texts, ...parameters, security: SESSION, requestBody, responses: answersOf(operation) },
    },
  };
}

/** Refusals are those of start-upgrade; 409 is about the state of a firmware or the mix of devices. */
function answersOf(operation: UpgradeOperation) {
  const { 409: aboutFirmware, ...others } = responsesOf('Upgrade');
  return { ...others, ...(isJudged(operation) && { 409: aboutFirmware }), 200: responseRef(`${KINDS[operation]}200`) };
}

/** Whether it judges what may be started. */
function isJudged(operation: UpgradeOperation): boolean {
  return operation === 'start-upgrade' || operation === 'dry-run-upgrade';
}

function ownList(operationId: string, summary: string) {
  const { 401: needsNoSession, ...responses } = responsesOf('List');
  return { ...list(operationId, summary), security: [], responses };
}

function listOf(operationId: string, summary: string) {
  return {
    ...list(operationId, summary),
    parameters: [{ $ref: '#/components/parameters/sn' }],
    security: SESSION,
    responses: responsesOf('List'),
  };
}

function list(operationId: string, summary: string) {
  return { tags: ['Stream servers'], operationId, summary, description: LIST_TEXT };
}

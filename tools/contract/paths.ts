import { OPERATIONS, pathOf, type RolloutOperation, type UpgradeOperation } from '../../functions/domain/operations.ts';
import { kindOperations, KINDS } from './kinds.ts';
import { TEXTS } from './operations.ts';
import { LIST_PATH } from './requests.ts';
import { statusesOf } from './responses/responses.ts';
import { INT64 } from './schemas/schema.ts';

/** Both cookies together: one alone makes no session. */
const SESSION = [{ cloudSid: [], cloudUid: [] }];

const LIST_TEXT = `One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.`;

const BODY_TEXT = `The content type may be any \`+json\`, in any case, with any parameters; \`Content-Encoding\` may only be \`identity\`.
Numbers are read as IEEE 754 doubles.

Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type \`application/json\` reaches it as
text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.`;

const FIRMWARES_TEXT = `What may be installed, by \`firmware-id\`: the number that start-upgrade takes. Up to 1,000 a page; while there are more,
\`next\` is how to ask for those that follow: as \`after\`, with the same filters. The session must be an administrator's.

Parameters with other names are ignored. One that is empty, sent twice, or of another form is refused with 7.`;

export const paths = {
  [LIST_PATH]: {
    get: ownList('getStreamServersList', 'The stream servers of the device that the stage names'),
    post: ownList('postStreamServersList', 'The same by POST; a body is ignored'),
  },
  [`/devices/{sn}${LIST_PATH}`]: {
    get: listOf('getStreamServersListOfDevice', 'The stream servers of a device'),
    post: listOf('postStreamServersListOfDevice', 'The same by POST; a body is ignored'),
  },
  ...Object.fromEntries(
    kindOperations.map((operation) => [
      pathOf(operation),
      operation === 'get-all-firmwares' ? { get: firmwares() } : { post: posted(operation) },
    ]),
  ),
};

function ownList(operationId: string, summary: string) {
  const { 401: needsNoSession, ...responses } = responsesOf('List');
  return { ...list(operationId, summary), security: [], responses };
}

function listOf(operationId: string, summary: string) {
  const parameters = [{ $ref: '#/components/parameters/sn' }];
  return { ...list(operationId, summary), parameters, security: SESSION, responses: responsesOf('List') };
}

function list(operationId: string, summary: string) {
  return { tags: ['Stream servers'], operationId, summary, description: LIST_TEXT };
}

/** Refusals are those of the operation that starts or makes; 409 is told only by it, and by its dry run. */
function posted(operation: UpgradeOperation | RolloutOperation) {
  const ofRollouts = OPERATIONS[operation].function === 'rollout';
  const { 409: conflict, ...others } = responsesOf(ofRollouts ? 'Rollout' : 'Upgrade');
  const isJudged = /^(?:start|create|dry-run)-/.test(operation);
  const [summary, description, request] = TEXTS[operation];
  return {
    tags: [ofRollouts ? 'Roll-outs' : 'Upgrades'],
    operationId: operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ...{ summary, description },
    ...(isJudged && !ofRollouts && { parameters: [{ $ref: '#/components/parameters/idempotencyKey' }] }),
    security: SESSION,
    requestBody: { required: true, description: BODY_TEXT, content: { 'application/json': request } },
    responses: { ...others, ...(isJudged && { 409: conflict }), 200: responseRef(`${KINDS[operation]}200`) },
  };
}

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
    summary: 'Lists the firmwares, with their state',
    description: FIRMWARES_TEXT,
    parameters: parameters.map((each) => ({ ...each, in: 'query' })),
    security: SESSION,
    responses: { ...others, 200: responseRef('Firmwares200') },
  };
}

/** References to the responses of an operation, by HTTP status. */
function responsesOf(operation: 'List' | 'Upgrade' | 'Rollout'): Record<string, object> {
  return Object.fromEntries(
    statusesOf(operation).map((status) => [status, responseRef(`${operation}${String(status)}`)] as const),
  );
}

function responseRef(name: string) {
  return { $ref: `#/components/responses/${name}` };
}

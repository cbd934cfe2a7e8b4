import { DEMO } from '../stage/demo-data/demo.ts';
import { responseRef, schemaRef } from './refs.ts';
import { listResponses, upgradeResponses, type Responses } from './responses/responses.ts';
import { LIST_TEXT, UPGRADE_TEXT } from './texts.ts';

const LIST_PATH = '/V1.0/stream/getStreamServersList';

/** Both cookies together: one alone is no session. */
const SESSION = [{ cloudSid: [], cloudUid: [] }];

const requests = {
  oneDevice: { summary: 'One device', value: { sn: [DEMO.batch[0]], 'firmware-id': DEMO.firmwareId } },
  batch: { summary: 'A batch', value: { sn: DEMO.batch, 'firmware-id': DEMO.firmwareId } },
};

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
  '/sc_cloud/upgrade/start': { post: startUpgrade() },
};

function ownList(operationId: string, summary: string) {
  const responses = new Map([...listResponses].filter(([status]) => status !== 401));
  return { ...list(operationId, summary), security: [], responses: referred('List', responses) };
}

function listOf(operationId: string, summary: string) {
  return {
    ...list(operationId, summary),
    parameters: [{ $ref: '#/components/parameters/sn' }],
    security: SESSION,
    responses: referred('List', listResponses),
  };
}

function list(operationId: string, summary: string) {
  return { tags: ['Stream servers'], operationId, summary, description: LIST_TEXT };
}

function startUpgrade() {
  return {
    tags: ['Upgrades'],
    operationId: 'startUpgrade',
    summary: 'Starts a firmware upgrade on one device or a batch',
    description: UPGRADE_TEXT,
    security: SESSION,
    requestBody: {
      required: true,
      description: 'The content type may be any `+json`, in any case, with any parameters.',
      content: { 'application/json': { schema: schemaRef('UpgradeRequest'), examples: requests } },
    },
    responses: referred('Upgrade', upgradeResponses),
  };
}

function referred(operation: 'List' | 'Upgrade', responses: Responses) {
  const statuses = [...responses.keys()].map(String);
  return Object.fromEntries(statuses.map((status) => [status, responseRef(`${operation}${status}`)]));
}

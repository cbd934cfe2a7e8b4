import { DEMO } from '../../stage/demo-data/demo.ts';

/** A request of the load, and the HTTP status that it has to get. */
export interface LoadRequest {
  readonly path: string;
  readonly init: RequestInit;
  readonly status: number;
}

const LIST_PATH = '/V1.0/stream/getStreamServersList';

const cookie = ({ sid, uid }: { sid: string; uid: string }) => `cloud-sid=${sid}; cloud-uid=${uid}`;

function upgrade(body: string, caller: { sid: string; uid: string }, status: number): LoadRequest {
  const headers = { 'content-type': 'application/json', cookie: cookie(caller) };
  return { path: '/sc_cloud/upgrade/start', init: { method: 'POST', headers, body }, status };
}

const order = (firmwareId: number) => JSON.stringify({ sn: DEMO.batch, 'firmware-id': firmwareId });

/** One of everything: lists, upgrades that start, repeat or are busy, and refusals at each step. */
export const MIX: readonly LoadRequest[] = [
  { path: LIST_PATH, init: {}, status: 200 },
  { path: `/devices/${DEMO.batch[0]}${LIST_PATH}`, init: { headers: { cookie: cookie(DEMO.user) } }, status: 200 },
  { path: `/devices/${DEMO.batch[1]}${LIST_PATH}`, init: {}, status: 401 },
  upgrade(order(DEMO.firmwareId), DEMO.admin, 200),
  upgrade(order(DEMO.otherFirmwareId), DEMO.admin, 200),
  upgrade(order(DEMO.firmwareId), DEMO.user, 403),
  upgrade(order(DEMO.firmwareId), DEMO.expired, 401),
  upgrade(order(DEMO.withdrawnFirmwareId), DEMO.admin, 409),
  upgrade('{"sn":', DEMO.admin, 400),
  upgrade(JSON.stringify({ sn: ['x'.repeat(300_000)], 'firmware-id': 21 }), DEMO.admin, 413),
];

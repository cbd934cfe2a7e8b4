import { pathOf } from '../../functions/domain/operations.ts';
import { DEMO } from '../stage/demo-data/demo.ts';

const { sid, uid } = DEMO.admin;

interface Asked {
  readonly cookies?: string[];
  readonly firmwareId?: number;
}

/** A request to start upgrades: the JSON that API Gateway sends in payload format 2.0. */
export function upgradeEvent(sns: readonly string[], { cookies, firmwareId = DEMO.firmwareId }: Asked = {}): string {
  return posted(pathOf('start-upgrade'), { sn: sns, 'firmware-id': firmwareId }, cookies);
}

/** A request for the status of upgrades. */
export function statusEvent(sns: readonly string[]): string {
  return posted(pathOf('upgrade-status'), { sn: sns });
}

/** A request to the bare base URL for the stream servers of its device: one read. */
export function listEvent(): string {
  return event('GET', '/V1.0/stream/getStreamServersList', { headers: {} });
}

function posted(path: string, order: object, cookies = [`cloud-sid=${sid}`, `cloud-uid=${uid}`]): string {
  const body = JSON.stringify(order);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return event('POST', path, { cookies, headers, body });
}

function event(method: string, path: string, parts: object): string {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' };
  const routeKey = `${method} ${path}`;
  return JSON.stringify({
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    requestContext: { http, routeKey, stage: '$default', requestId: 'bench', accountId: '000000000000' },
    isBase64Encoded: false,
    ...parts,
  });
}

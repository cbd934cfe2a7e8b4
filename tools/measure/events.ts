import { DEMO } from '../stage/demo-data/demo.ts';

const PATH = '/sc_cloud/upgrade/start';
const { sid, uid } = DEMO.admin;

interface Asked {
  readonly cookies?: readonly string[];
  readonly firmwareId?: number;
}

/** A request to start upgrades, as API Gateway passes it on in payload format 2.0; JSON. */
export function upgradeEvent(sns: readonly string[], { cookies, firmwareId = DEMO.firmwareId }: Asked = {}): string {
  const body = JSON.stringify({ sn: sns, 'firmware-id': firmwareId });
  return event('POST', PATH, {
    cookies: cookies ?? [`cloud-sid=${sid}`, `cloud-uid=${uid}`],
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
}

/** A request for the stream servers of the device that the bare base URL speaks for: one read. */
export function listEvent(): string {
  return event('GET', '/V1.0/stream/getStreamServersList', { headers: {} });
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

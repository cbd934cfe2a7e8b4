import { jest } from '@jest/globals';
import { createStreamFleetClient, type StreamFleetClient } from '../../client/src/index.ts';
import { startScriptedServer, type Turn } from './scripted-server.ts';

/** An answer as it is sent: status, body, headers. */
export const turn = (status: number, body: unknown, headers: Record<string, string> = {}): Turn => ({
  status,
  body,
  headers,
});

/** An answer of the gateway itself. */
export const gatewayTurn = (status: number) =>
  turn(status, { message: 'from the gateway' }, { 'apigw-requestid': 'id=' });

const realSetTimeout = setTimeout;
const realNow = Date.now;

/**
 * Calls the client against a server that plays the turns. Waits are recorded and skipped, and each moves the clock
 * forward. The caller must restore all mocks.
 */
export async function scriptedCall(turns: readonly Turn[], ask: (client: StreamFleetClient) => Promise<unknown>) {
  await using scope = new AsyncDisposableStack();
  const server = await startScriptedServer(...turns);
  scope.defer(() => server.close());
  const waits: number[] = [];
  let waited = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + waited);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, milliseconds: number) => {
    waits.push(milliseconds);
    waited += milliseconds;
    return realSetTimeout(then, 0);
  }) as typeof setTimeout);
  const client = createStreamFleetClient({ baseUrl: server.url, timeoutMs: 500 });
  const outcome = await ask(client).catch((error: unknown) => error);
  const { url, bodies, paths } = server;
  const asked = bodies.map((body) => (body === '' ? '' : (JSON.parse(body) as { sn: string[] }).sn.join()));
  return { outcome, waits, url, paths, bodies, asked };
}

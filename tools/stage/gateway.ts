import { startGateway as start, type GatewayOptions } from './gateway/gateway.ts';

/** Until the last of its users starts its stage by the composer. */
export async function startGateway(options: GatewayOptions): Promise<{ url: string; close(): Promise<void> }> {
  const scope = new AsyncDisposableStack();
  return { ...(await start(scope, options)), close: () => scope.disposeAsync() };
}

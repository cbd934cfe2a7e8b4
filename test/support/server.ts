import { createServer, type RequestListener, type Server } from 'node:http';
import { listen } from '../../tools/stage/listen.ts';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** Breaks what connections are left. */
  close(): Promise<void>;
}

/** Starts an HTTP server on any free port of this machine. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  const port = await listen(server, 0);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${String(port)}`, server, close, [Symbol.asyncDispose]: close };
}

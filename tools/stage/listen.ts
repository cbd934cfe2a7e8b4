import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { CommandError } from '../command-line.ts';
import { reasonOf } from '../reason.ts';

/** Makes a server listen on the loopback interface and resolves to its port; 0 asks the kernel for a free one. */
export async function listen(server: Server, port: number): Promise<number> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const why = isTaken ? 'something is listening there already' : reasonOf(error);
    throw new CommandError(
      `Port ${String(port)} cannot be used: ${why}. Choose another with PORT; 0 takes any free one.`,
    );
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}

/** The port, which was free a moment ago; 0 asks the kernel for one. Throws a CommandError when it is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const port = await listen(server, wanted);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

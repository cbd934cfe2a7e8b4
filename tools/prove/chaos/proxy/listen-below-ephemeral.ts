import type { Server } from 'node:net';
import { listen } from '../../../stage/listen.ts';
import { StartError } from '../../../stage/start-error.ts';

const FIRST_PORT = 20_000;
const PORTS = 10_000;
const ATTEMPTS = 50;

/**
 * Lets a server listen on a free port that the kernel never gives to an outgoing connection: so the server finds it free
 * when it comes back from an outage.
 */
export async function listenBelowEphemeral(server: Server): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(server, FIRST_PORT + Math.floor(Math.random() * PORTS));
    } catch (error) {
      if (!(error instanceof StartError) || attempt === ATTEMPTS) throw error;
    }
  }
}

import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { startServer } from '../server.ts';

/** The command by which a shell asks the test, while its suite runs: it takes texts, each up to a NUL, and prints the answer to them. */
export async function answering(answer: (texts: readonly string[]) => string | Promise<string>): Promise<string> {
  const server = await startServer((request, response) => {
    void text(request)
      .then(async (posted) => response.end(await answer(posted.split('\0'))))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  afterAll(() => server.close());
  return `curl --silent --show-error --fail --data-binary @- ${server.url}`;
}

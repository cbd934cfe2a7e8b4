import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { startServer } from '../server.ts';

/**
 * Lets a shell ask the test, for as long as its suite runs.
 * @param answer takes texts that end in NUL each; what it throws is an error
 * @returns the command that takes those from its input and prints the answer
 */
export async function answering(answer: (texts: readonly string[]) => string | Promise<string>): Promise<string> {
  const server = await startServer((request, response) => {
    void text(request)
      .then(async (posted) => response.end(await answer(posted.split('\0'))))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  afterAll(() => server.close());
  return `curl --silent --show-error --fail --data-binary @- ${server.url}`;
}

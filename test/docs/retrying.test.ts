/** The loop of docs/api.md that repeats a start-upgrade, against servers that misbehave as the text says, side by side. */
import { expect, test } from '@jest/globals';
import { blocksOf } from '../support/docs/markdown.ts';
import { inNode } from '../support/docs/run.ts';
import { emptyFolder } from '../support/fleet.ts';
import { startScriptedServer, type Turn } from '../support/scripted-server.ts';

const [loop] = blocksOf('docs/api.md').filter(({ name }) => name === 'Retrying: js');
const [first, second] = ['A302190930002', 'A302190930003'];

/** Runs the loop against a server that does these turns; resolves to what it prints and what it asked for. */
async function run(...turns: Turn[]) {
  if (loop === undefined) throw new Error('docs/api.md has no loop under "Retrying"');
  const server = await startScriptedServer(...turns);
  const text = loop.text.replaceAll('http://127.0.0.1:3000', server.url);
  const ran = Promise.resolve(inNode(emptyFolder())({ ...loop, text }, ''));
  const output = await ran.catch((error: unknown) => String(error));
  await server.close();
  return { output, times: server.times, asked: server.bodies.map((body) => (JSON.parse(body) as { sn: string[] }).sn) };
}

const told = (...details: [string, number][]): Turn => ({
  ...{ status: 200 },
  body: { result: 0, method: 'start-upgrade', details: details.map(([sn, result]) => ({ sn, result })) },
});
const unavailable = {
  ...{ status: 503, headers: { 'retry-after': '1' } },
  body: { result: 4, method: 'start-upgrade', details: [] },
};

test.concurrent(
  'It asks again after no answer, 429, 500 and 503, and for those that were told 4 alone',
  async () => {
    const { output, asked } = await run(
      'drop',
      { status: 429, body: { message: 'Too Many Requests' } },
      { status: 500, body: { message: 'Internal Server Error' } },
      unavailable,
      told([first, 1], [second, 4]),
      told([second, 0]),
    );
    expect(output).toBe(`{ ${first}: 1, ${second}: 0 }\n`);
    expect(asked).toEqual([...Array<string[]>(5).fill([first, second]), [second]]);
  },
  60_000,
);

test.concurrent(
  'It gives up after six attempts, and leaves 4 for what is not known',
  async () => {
    const { output, asked } = await run(told([first, 0], [second, 4]), unavailable);
    expect(output).toBe(`{ ${first}: 0, ${second}: 4 }\n`);
    expect(asked).toHaveLength(6);
  },
  60_000,
);

test.concurrent.each<[string, Turn]>([
  ['a refusal', { status: 409, body: { result: 38, method: 'start-upgrade', details: [] } }],
  ['an unexpected error of the service', { status: 500, body: { result: 6, method: 'start-upgrade', details: [] } }],
  ['a redirect', { status: 302, headers: { location: '/' }, body: '' }],
  ['a page', { status: 200, body: '<html>' }],
  ['another service', { status: 200, body: { hello: 1 } }],
])('It does not ask again after %s, and tells what came', async (_what, turn) => {
  const { output, asked } = await run(turn);
  expect(output).toContain(`HTTP ${String((turn as { status: number }).status)}: `);
  expect(asked).toHaveLength(1);
});

test.concurrent.each<[string, number]>([
  ['2', 2000],
  ...['1.5', '0', 'soon', 'Thu, 01 Jan 2026 00:00:00 GMT'].map((retryAfter): [string, number] => [retryAfter, 250]),
])('Told "Retry-After: %s", it waits at least %d ms', async (retryAfter, least) => {
  const { times } = await run(
    { ...unavailable, headers: { 'retry-after': retryAfter } },
    told([first, 0], [second, 0]),
  );
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(least - 5);
});

test.concurrent.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
  'Told "Retry-After: %s", it gives up',
  async (retryAfter) => {
    const { output, asked } = await run({ ...unavailable, headers: { 'retry-after': retryAfter } });
    expect([output, asked.length]).toEqual([`{ ${first}: 4, ${second}: 4 }\n`, 1]);
  },
);

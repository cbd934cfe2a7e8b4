/** The retry and watch loops of docs/api.md, in parallel, against servers that misbehave as the text says. */
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { blocksOf } from '../support/docs/documents.ts';
import { inNode, inPython } from '../support/docs/run.ts';
import { emptyFolder } from '../support/fleet.ts';
import { startScriptedServer, type Turn } from '../support/scripted-server.ts';

const blocks = new Map(blocksOf('docs/api.md').map((block) => [block.name, block]));
const start = { name: 'Retrying: js', runIn: inNode };
const watch = { name: 'What happens after the start: python', runIn: inPython };
const [first, second] = ['A302190930002', 'A302190930003'];

/** Runs a loop against a server that plays these turns; resolves to what it prints, and what it asked for and when. */
async function runLoop({ name, runIn }: typeof start, turns: readonly Turn[]) {
  const block = blocks.get(name);
  if (block === undefined) throw new Error(`docs/api.md has no "${name}"`);
  const server = await startScriptedServer(...turns);
  const text = block.text
    .replaceAll('http://127.0.0.1:3000', server.url)
    .replace('every_seconds=15, minutes=90', 'every_seconds=0.1, minutes=1');
  const ran = Promise.resolve(runIn(emptyFolder())({ ...block, text }, ''));
  const output = await ran.catch((error: unknown) => String(error));
  await server.close();
  return { output, times: server.times, asked: server.bodies.map((body) => (JSON.parse(body) as { sn: string[] }).sn) };
}

const run = (...turns: Turn[]) => runLoop(start, turns);

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
])('It does not ask again after %s, and tells what came', async (_what, turn) => {
  const { output, asked } = await run(turn);
  expect(output).toContain(`HTTP ${String((turn as { status: number }).status)}: `);
  expect(asked).toHaveLength(1);
});

test.concurrent.each<[string, number]>([
  ['2', 2000],
  ['soon', 250],
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

const hasPython = spawnSync('python3', ['--version']).error === undefined;
const states = (...details: [string, string | undefined][]): Turn => ({
  ...{ status: 200 },
  body: { result: 0, method: 'upgrade-status', details: details.map(([sn, state]) => ({ sn, result: 0, state })) },
});

(hasPython ? test.concurrent : test.skip)(
  'The loop that watches goes on past what passes, as soon as it may, and asks for those alone that have not ended',
  async () => {
    const { output, asked, times } = await runLoop(watch, [
      'drop',
      { status: 500, body: { message: 'Internal Server Error' } },
      { ...unavailable, headers: { 'retry-after': '2' } },
      states([first, 'running'], [second, undefined]),
      states([first, 'paused']),
      states([first, 'timed-out']),
    ]);
    expect(output).toBe(`${first} timed-out\n${second} unknown\n`);
    expect(asked).toEqual([...Array<string[]>(4).fill([first, second]), [first], [first]]);
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(1_995);
  },
  60_000,
);

(hasPython ? test.concurrent.each : test.skip.each)<[string, Turn, string]>([
  ['a refusal', { status: 401, body: { result: 37, method: 'upgrade-status', details: [] } }, '401'],
  ['an error of the service', { status: 500, body: { result: 6, method: 'upgrade-status', details: [] } }, '500'],
  ['a redirect', { status: 302, headers: { location: '/' }, body: '' }, '302'],
])('The loop that watches does not ask again after %s', async (_what, turn, status) => {
  const { output, asked } = await runLoop(watch, [turn]);
  expect(output).toContain(`HTTP Error ${status}`);
  expect(asked).toHaveLength(1);
});

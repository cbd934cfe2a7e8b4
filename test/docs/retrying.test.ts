/** The Python program of docs/api/after-the-start.md against servers that misbehave as the reference says. */
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { blocksOf, textOf } from '../support/docs/documents.ts';
import { inPython } from '../support/docs/run.ts';
import { emptyFolder } from '../support/folders.ts';
import { startScriptedServer, type Turn } from '../support/scripted-server.ts';

const DOCUMENT = 'docs/api/after-the-start.md';
const folder = emptyFolder();
const [first, second] = ['A302190930002', 'A302190930003'];

/** Runs the program against a server that plays these turns: what it prints, and what it asked for and when. */
async function run(...turns: Turn[]) {
  const block = blocksOf(DOCUMENT).find(({ language }) => language === 'python');
  if (block === undefined) throw new Error(`${DOCUMENT} has no program`);
  const server = await startScriptedServer(...turns);
  const text = block.text
    .replaceAll('http://127.0.0.1:3000', server.url)
    .replace('every_seconds=15', 'every_seconds=0.1');
  const output = await Promise.resolve(inPython(folder)({ ...block, text }, '')).catch(String);
  await server.close();
  const asked = server.bodies.map((body) => (JSON.parse(body) as { sn: string[] }).sn);
  return { output, times: server.times, paths: server.paths, keys: server.keys, asked };
}

const answer = (...details: object[]): Turn => ({ status: 200, body: { result: 0, details } });
const unavailable = (seconds: string): Turn => ({
  status: 503,
  headers: { 'retry-after': seconds },
  body: { result: 4, details: [] },
});
const started = answer({ sn: first, result: 0 }, { sn: second, result: 1 });

const ofPython = spawnSync('python3', ['--version']).error === undefined ? test.concurrent : test.skip;

ofPython(
  'It retries what is temporary, waits as long as it is told, and asks only for devices that are unknown or unfinished',
  async () => {
    const { output, asked, paths, keys, times } = await run(
      'drop',
      { status: 500, body: { message: 'Internal Server Error' } },
      unavailable('3'),
      answer({ sn: first, result: 1 }, { sn: second, result: 4 }),
      answer({ sn: second, result: 0 }),
      { status: 429, body: { message: 'Too Many Requests' } },
      { status: 502, body: '<html>' },
      { status: 504, body: '<html>' },
      unavailable(new Date(Date.now() + 1_000).toUTCString()),
      answer({ sn: first, result: 0, state: 'running' }, { sn: second, result: 16 }),
      answer({ sn: first, result: 0, state: 'timed-out' }),
    );
    expect(output).toBe(`{'${first}': 1, '${second}': 0}\n${first} timed-out\n${second} unknown\n`);
    const both = [first, second];
    expect(asked).toEqual([both, both, both, both, [second], ...Array<string[]>(5).fill(both), [first]]);
    expect(paths.map((path) => path?.split('/').at(-1))).toEqual([
      ...Array<string>(5).fill('start'),
      ...Array<string>(6).fill('status'),
    ]);
    expect([new Set(keys.slice(0, 5)).size, keys.slice(5)]).toEqual([1, Array(6).fill(undefined)]);
    expect(keys[0]).toBeDefined();
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(2_995);
    // The time of day, which may be set meanwhile, is asked for nothing but an HTTP date.
    expect(textOf(DOCUMENT).match(/time\.(time|monotonic)\(\).*/g)).toEqual([
      'time.time()',
      'time.monotonic() + minutes * 60',
      'time.monotonic() + pause < end:',
    ]);
  },
  60_000,
);

ofPython('Told to wait for an hour, it gives up and reports 4 for each device', async () => {
  const { output, asked } = await run(unavailable('3600'));
  expect([output, asked]).toEqual([`{'${first}': 4, '${second}': 4}\n`, [[first, second]]]);
});

const refusals: [string, Exclude<Turn, string>][] = [
  ['a refusal', { status: 409, body: { result: 38, details: [] } }],
  ['an error of the service', { status: 500, body: { result: 6, details: [] } }],
  ['a redirect', { status: 302, headers: { location: '/' }, body: '' }],
];
for (const [what, turn] of refusals) {
  ofPython(`It does not ask again after ${what}, and reports the error`, async () => {
    const [start, watch] = await Promise.all([run(turn), run(started, turn)]);
    for (const { output } of [start, watch]) expect(output).toContain(`HTTP Error ${String(turn.status)}`);
    expect([start.asked.length, watch.asked.length]).toEqual([1, 2]);
  });
}

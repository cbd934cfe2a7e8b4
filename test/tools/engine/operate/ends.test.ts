/**
 * Programs whose output is refused, or that are asked to end, never end with 0. The fleet tool also as a process of its own:
 * without a reader, without tables, and ended by signals.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { Ending } from '../../../../tools/ending.ts';
import { asAdmin, file, fleet, fleetFile, fleetJson, folderOf, home, storedDevice } from '../../../support/fleet.ts';
import { emptyFolder } from '../../../support/folders.ts';
import { runLine } from '../../../support/programs.ts';
import { newDevices, newSns, stage, storedUpgrade } from '../../../support/stage.ts';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { interveneNext, startDatabaseProxy } from '../../../support/database-proxy.ts';
import { startStandIn } from '../../../support/stand-in.ts';
import { endOf, startTool } from '../../../support/tool-process.ts';

const there = { ...asAdmin, folder: home };
const devices = await newDevices(2);
const [putOne = ''] = newSns(1);
const list = file('ends.txt', devices.join('\n'));
const { path, sns } = fleetFile(2);
const order = `--file ${list} --firmware 21`;
const records = file('ends.json', '{"Resources":{},"Records":[{"dynamodb":{"SequenceNumber":"1"}}]}');
const rollout = `ends-${randomUUID()}`;
const done = 'it is done';
const untold = 'all is done, but it could not be told';
const cutOff = 'the list is cut off: run the command again';

const COMMANDS: readonly (readonly [command: string, told: string])[] = [
  ['fleet firmware list', cutOff],
  ['fleet device list --json', cutOff],
  ['fleet session list --user demo-admin', cutOff],
  [`fleet upgrade status --file ${list}`, cutOff],
  [`fleet device put ${putOne} --family 3 --model 2 --hardware 1.0 --firmware-version 1`, done],
  ['fleet firmware withdraw 41', done],
  ['fleet firmware restore 41', done],
  [`fleet device import ${path}`, 'all 2 lines are done: 2 devices written'],
  [`fleet device import ${file('ends.jsonl', '{}')} --dry-run --json`, 'all 1 lines are done: 0 devices valid'],
  [`fleet upgrade start ${order} --dry-run --json`, 'all 2 devices were asked for: 2 SUCCESS'],
  [`fleet upgrade start ${order} --json`, 'all 2 devices were asked for: 2 SUCCESS'],
  [`fleet upgrade cancel ${order} --json`, 'all 2 devices were asked for: 2 SUCCESS'],
  [`fleet upgrade watch --file ${list} --json`, '2 cancelled'],
  [`fleet upgrade history ${String(devices[0])}`, cutOff],
  [`fleet rollout dry-run ${rollout} ${order}`, untold],
  [`fleet rollout create ${rollout} ${order}`, done],
  [`fleet rollout pause ${rollout}`, done],
  [`fleet rollout status ${rollout}`, untold],
  [`fleet rollout resume ${rollout} --version 2`, done],
  [`fleet rollout cancel ${rollout}`, done],
  [`fleet rollout watch ${rollout}`, 'is cancelled; Standard output cannot be written (ENOSPC); wave 1/1: 2 queued'],
  ['fleet rollout list --json', cutOff],
  [`smoke --demo --url ${stage.url}`, 'passed: run it again'],
  [`smoke --demo --url ${stage.url} --json`, 'passed: run it again'],
  [`events --template ${records} --bus bus --first 1 --last 1 ${records}`, untold],
];

test.each(COMMANDS.map(([command]) => command))('asked to end, %s does nothing more', async (command) => {
  const ending = new Ending();
  ending.interrupt('SIGTERM');
  const { code, stdout, stderr } = await runLine(command, { ...there, ending });
  expect([code, stdout, stderr]).toEqual([143, '', expect.stringMatching(/^[^\n]*Interrupted by SIGTERM[^\n]*\n$/)]);
  expect([await storedUpgrade(devices[0] ?? ''), await storedDevice(putOne), await storedDevice(sns[0] ?? '')]).toEqual(
    [undefined, undefined, undefined],
  );
});

test.each([
  `rollout create ${rollout}-read --file FIFO --firmware 21`,
  'firmware add FIFO --id 999999998 --family 3 --model 2 --hardware 1.0 --version 9 --location s3://f/9',
])('asked to end while it reads a file, %s changes nothing', async (command) => {
  const [ending, fifo] = [new Ending(), join(emptyFolder(), 'fifo')];
  execFileSync('mkfifo', [fifo]);
  const running = fleet(command.replace('FIFO', fifo), { ...there, ending });
  const interrupting = function* () {
    ending.interrupt('SIGINT');
    yield 'A1';
  };
  // It opens when the tool reads.
  await writeFile(fifo, interrupting());
  expect(await running).toMatchObject({ code: 130, stderr: 'error: Interrupted by SIGINT; nothing was done\n' });
});

test.each([...COMMANDS, ['fleet --help', untold]])('on a full disk, %s fails: %s', async (command, told) => {
  const { code, stderr } = await runLine(command, { ...there, lost: 'ENOSPC' });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Standard output cannot be written (ENOSPC); `)]);
  expect(stderr.split('\n').at(-2)).toContain(told);
});

test('on a full disk, session create says how to end the session that nobody can use', async () => {
  const { code, stdout, stderr } = await fleet('session create --user ann --admin', { lost: 'ENOSPC' });
  const [, hash = ''] = /\(ENOSPC\); the session exists; .* "session revoke --hash (\w+)"/.exec(stderr) ?? [];
  expect([code, stdout, hash.length]).toEqual([1, '', 64]);
  expect((await fleet(`session revoke --hash ${hash}`)).code).toBe(0);
});

/** Starts the tool as an administrator. */
function startFleet(command: string, folder = home) {
  return startTool('fleet', command.split(' '), { ...asAdmin, folder });
}

const scope = new AsyncDisposableStack();
const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
afterAll(() => scope.disposeAsync());

test('The process fails when its reader has gone, and says so', async () => {
  const child = startFleet('device list --json');
  child.stdout.destroy();
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const [stderr, [code]] = await Promise.all([text(child.stderr), exit]);
  const error = 'Standard output cannot be written (EPIPE); the list is cut off: run the command again';
  expect([code, JSON.parse(stderr)]).toEqual([1, { error }]);
});

test('The process says what to do when the tables cannot be reached, with no heading above it', async () => {
  const folder = folderOf({ ...stage, dynamodbEndpoint: 'http://127.0.0.1:1' });
  const stderr: unknown = expect.stringMatching(
    /^error: The stage cannot be reached \(ECONNREFUSED\): [^\n]+npm start[^\n]+\n$/,
  );
  expect(await endOf(startFleet('firmware list', folder))).toMatchObject({ code: 1, stdout: '', stderr });
});

test.each([
  ['SIGINT', 130, 2_001, 'all before line 2001 are done (2000 devices written): resume with --from 2001'],
  ['SIGTERM', 143, 2, 'all 2 lines are done: 2 devices written'],
  ['SIGHUP', 129, 2, 'all 2 lines are done: 2 devices written'],
] as const)(
  '%s lets an import finish what it has begun, and say how far it came',
  async (signal, exit, count, told) => {
    const { path, sns } = fleetFile(count);
    const child = startFleet(`device import ${path}`, folderOf({ ...stage, dynamodbEndpoint: proxy.url }));
    interveneNext(proxy, 1, 'BatchWriteItem', (_call, forward) => {
      child.kill(signal);
      return forward();
    });
    const { code, stderr } = await endOf(child);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(`^error: Interrupted by ${signal}; [^\n]+\n$`)]);
    expect(stderr).toContain(told);
    expect(await storedDevice(sns.at(-2) ?? '')).toBeDefined();
    expect((await storedDevice(sns.at(-1) ?? '')) === undefined).toBe(count > 2_000);
  },
);

test('Ctrl-C, twice, ends a campaign that gets no answer, and the same command resumes it', async () => {
  const [one = '', two = ''] = await newDevices(2);
  const interrupt: (() => void)[] = [];
  const standIn = await startStandIn(() => {
    for (const signal of interrupt) for (const after of [0, 1_500]) setTimeout(signal, after);
    return 'hang';
  });
  const command = `upgrade start ${one} ${two} --firmware 21`;
  const running = startFleet(command, folderOf({ ...stage, url: standIn.url }));
  interrupt.push(() => running.kill('SIGINT'));
  const { code, stderr } = await endOf(running);
  const told = 'Interrupted by SIGINT; 0 of 2 devices were asked for, 2 more perhaps; to go on, run';
  expect([code, stderr]).toEqual([130, expect.stringContaining(told)]);
  await standIn.close();
  expect(await storedUpgrade(one)).toBeDefined();
  expect((await fleetJson(command, asAdmin)).map(({ result }) => result)).toEqual([1, 1]);
});

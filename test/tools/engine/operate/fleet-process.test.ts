/** The fleet tool as a process of its own: without a reader, without tables, and ended by signals. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { interveneNext, startDatabaseProxy } from '../../../support/database-proxy.ts';
import { asAdmin, fleetFile, fleetJson, folderOf, home, storedDevice } from '../../../support/fleet.ts';
import { newDevices, stage, storedUpgrade } from '../../../support/stage.ts';
import { startStandIn } from '../../../support/stand-in.ts';
import { endOf, startTool } from '../../../support/tool-process.ts';

/** Starts the tool as an administrator. */
function startFleet(command: string, folder = home) {
  return startTool('fleet', command.split(' '), { ...asAdmin, folder });
}

const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
afterAll(() => proxy.close());

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

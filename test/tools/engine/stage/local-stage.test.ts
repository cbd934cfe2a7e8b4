/** `npm start`, as its users see it. */
import { DeleteItemCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { exec } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { json } from 'node:stream/consumers';
import { createStreamFleetClient } from '../../../../client/src/index.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { localStage } from '../../../../tools/stage/local-stage.ts';
import { assembliesFolder } from '../../../support/assemblies.ts';
import { runProgram } from '../../../support/run-program.ts';
import { startServer } from '../../../support/server.ts';
import { stage } from '../../../support/stage.ts';
import {
  goneFrom,
  isAlive,
  javaHomeBefore,
  PREPARED,
  processesBelow,
  stageProcess,
} from '../../../support/stage-process.ts';
import { until } from '../../../support/until.ts';

/** Not the devices that the examples start. */
const ROLLED_OUT = [DEMO.batch[2], DEMO.spareDevice];

/** Settings of the user's account and language change nothing. */
const SETTINGS = {
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_USE_DUALSTACK_ENDPOINT: 'true',
  JAVA_TOOL_OPTIONS: '-Duser.language=ar -XX:+UseParallelGC',
  _JAVA_OPTIONS: '-Duser.language=tr',
  JDK_JAVA_OPTIONS: '-Duser.language=tr',
};

describe('npm start', () => {
  test('serves the API on a synthesis and an engine of its own, prints commands that work, a line for each request, and events; on its tables others go on; and it ends if its engine is killed', async () => {
    const run = await stageProcess([], SETTINGS);
    const { url, dynamodbEndpoint, tables } = await run.ready();
    const commands = run.output.split('\n').filter((line) => line.startsWith('curl '));
    const replies = [];
    for (const command of commands) replies.push(await shell(command));
    expect(
      replies.map((reply) => [/ (\d{3}) /.exec(reply)?.[1], ...reply.matchAll(/"(?:result|status)":(\d+)/g)].map(code)),
    ).toEqual([
      [200, 0],
      [200, 0],
      [200, 0],
      [200, 0, 0, 0],
      [200, 0, 1, 1],
      [200, 0, 11, 11],
      [403, 31],
    ]);
    expect(await fetch(url).then((response) => response.text())).toContain('<title>Stream fleet');
    expect(run.output).toMatch(/^POST \/sc_cloud\/upgrade\/start 403 \d+ ms [\w-]{15}=$/m);
    expect(run.errors).not.toContain('_aws');

    // One event for each device that was started, and none for repeats.
    const events = () => run.output.split('\n').filter((line) => line.startsWith('UpgradeRequested {'));
    await until(() => events().length > 1);
    expect(events().map((line) => /"sn":"(\w+)"/.exec(line)?.[1])).toEqual(DEMO.batch.slice(0, 2));

    const home = await javaHomeBefore(dynamodbEndpoint, join(run.folder, 'java-home'));
    await killInRollout(home);
    // As if it had been stopped before it made this table.
    const engine = localDynamoDB(dynamodbEndpoint);
    await engine.send(new DeleteTableCommand({ TableName: tables.firmwares }));
    await goOn(home);
    // As if a month had passed.
    const Key = { sidHash: { S: sidHash(DEMO.user.sid) } };
    await engine.send(new DeleteItemCommand({ TableName: tables.sessions, Key }));
    await writeFile(join(home, '.local'), 'a file');
    const variables = { DYNAMODB_ENDPOINT: dynamodbEndpoint, PORT: '0' };
    const placeless = await runProgram(localStage, [...PREPARED, '--keep-tables'], { folder: home, variables });
    expect(placeless.code).toBe(1);
    expect(await shell(commands.at(-1) ?? '')).toContain(' 403 ');
    expect(placeless.stderr).toMatch(/^\.local\/stages\/\d+\.json cannot be written: [^\n]+\n$/m);

    // The last is Java, below the process that guards it.
    const [java = 0] = (await processesBelow(Number(run.process.pid))).slice(-1);
    process.kill(java, 'SIGKILL');
    expect(await run.exitCode()).toBe(1);
    expect(run.errors.replace(/^\{.*\n/gm, '')).toMatch(/^DynamoDB Local has ended[^\n]*\n$/);
    await goneFrom(url);
  });

  test('interrupted while it starts, four times over, stops at once, quietly, and leaves no process', async () => {
    const run = await stageProcess();
    // By then it handles signals, and its synthesis and its engine are starting.
    await until(async () => (await processesBelow(Number(run.process.pid))).length > 1);
    const below = await processesBelow(Number(run.process.pid));
    for (let times = 0; times < 4; times += 1) run.process.kill('SIGINT');
    expect(await run.exitCode()).toBe(130);
    expect([run.output, run.errors]).toEqual(['', '']);
    await until(() => !below.some(isAlive));
  });

  const nowhere = join(assembliesFolder(), 'nowhere');
  const on = (DYNAMODB_ENDPOINT: string) => ({ DYNAMODB_ENDPOINT });
  const { port: PORT } = new URL(stage.url);
  const { PATH = '', JAVA_HOME = '' } = process.env;
  const java = (options: string) => ({ PATH, JAVA_HOME, JAVA_TOOL_OPTIONS: options });

  test.each<[what: string, args: string[], variables: Record<string, string>, code: number, line: RegExp]>([
    ['without Java', PREPARED, { PATH: '/nowhere', JAVA_HOME: '' }, 1, /Java 17.*DYNAMODB_ENDPOINT/],
    ['with an option unknown to Java', PREPARED, java('-Nothing'), 1, /\(Unrecognized option: -Nothing\)/],
    ['with too little memory for Java', PREPARED, java('-Xmx1'), 1, /\(Too small maximum heap\)/],
    ['with an engine that is away', PREPARED, on('http://127.0.0.1:9?secret'), 1, /at http:\/\/127\.0\.0\.1:9 \(/],
    ['with an engine that is no URL', PREPARED, on('http://ann:pw@localhost:8000'), 1, /without user/],
    ['on the engine of another stage', PREPARED, on(stage.dynamodbEndpoint), 1, /--keep-tables.*--replace-tables/],
    ['with a folder that has no stack', ['--assembly', nowhere], on(stage.dynamodbEndpoint), 1, /nowhere/],
    ['on a port that is taken', [], { PORT }, 1, new RegExp(PORT)],
    ['on a port that is none', [], { PORT: '65536' }, 1, /PORT.*65536/],
    ['with too many failures', '--simulate --fail 0 --fail 21=0.6 --silent 0.5'.split(' '), {}, 2, /more than 1/],
    ['with tables kept and replaced', '--keep-tables --replace-tables'.split(' '), {}, 2, /with.*--replace-tables/],
    ['that sends events away', ['--events-to', 'http://stage.example.com/'], {}, 2, /host of this machine/],
    ['that sends a secret', ['--events-to', 'http://ann:secret@127.0.0.1:4000/'], {}, 2, /^(?!.*secret).*no user/],
  ])('%s says in one line what to do', async (_what, args, variables, code, line) => {
    const run = await runProgram(localStage, args, { variables: { PORT: '0', ...variables } });
    expect(run).toEqual({ code, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) });
    expect(run.stderr).toMatch(line);
  });
});

/** Kills a stage in the middle of a roll-out, whose engine must end with it; its tables stay in the engine before. */
async function killInRollout(JAVA_HOME: string): Promise<void> {
  const going = '--simulate --seed 7 --every 1s --replace-tables --metrics --events-to http://127.0.0.1:3/'.split(' ');
  const killed = await stageProcess([...PREPARED, ...going], { JAVA_HOME, PATH: '/nowhere' });
  const { url, dynamodbEndpoint } = await killed.ready();
  const client = createStreamFleetClient({ baseUrl: url, session: DEMO.admin });
  const plan = { 'rollout-id': 'killed', 'firmware-id': 22, sn: ROLLED_OUT, waves: [{ percent: 100 }] };
  expect(await client.createRollout(plan)).toMatchObject({ result: 0 });
  await until(() => ['{"_aws"', ':3/: connect ECONNREFUSED'].every((part) => killed.errors.includes(part)));
  // By the schedule of the template, though not as often as this.
  await until(async () => (await client.rolloutStatus('killed')).counts?.queued === 0);
  killed.process.kill('SIGKILL');
  expect(await killed.exitCode()).toBe(null);
  await goneFrom(dynamodbEndpoint);
}

/** The next stage ends the roll-out on the same tables; its devices install what else is started, and it ends while they do. */
async function goOn(JAVA_HOME: string): Promise<void> {
  const received: { readonly 'detail-type': string; readonly detail: { readonly sn: string } }[] = [];
  await using receiver = await startServer((request, response) => {
    void json(request).then((event) => {
      received.push(event as (typeof received)[number]);
      response.end();
    });
  });
  const going = ['--simulate', '--seed', '7', '--every', '1s', '--seconds', '1', '--keep-tables'];
  const run = await stageProcess([...PREPARED, ...going, '--events-to', receiver.url], { JAVA_HOME, PATH: '/nowhere' });
  const { url, dynamodbEndpoint } = await run.ready();
  const client = createStreamFleetClient({ baseUrl: url, session: DEMO.admin });
  await until(async () => (await client.rolloutStatus('killed')).state === 'completed');
  const { counts, devices = [] } = await client.rolloutStatus('killed', { state: 'succeeded' });
  expect(counts).toMatchObject({ succeeded: devices.length, 'timed-out': ROLLED_OUT.length - devices.length });
  // What was silent for too long has timed out for the roll-out, and may succeed all the same.
  for (const detail of (await client.upgradeStatus(ROLLED_OUT)).details) {
    const isCounted = devices.some((device) => device.sn === detail.sn);
    const state = expect.stringMatching(isCounted ? 'succeeded' : /succeeded|running|timed-out/);
    expect(detail).toMatchObject({ state, 'rollout-id': 'killed' });
  }

  expect(run.output).toContain('\nSimulated devices {"seed":7,"fail":0,"silent":0,"seconds":1}\n');
  expect(await (await fetch(`${url}/home/fleet`)).json()).toMatchObject({ simulated: true });
  const start = run.output.split('\n').find((line) => line.includes('/upgrade/start')) ?? '';
  expect(await shell(start)).toContain('"result":0');
  for (const sn of DEMO.batch.slice(0, 2)) {
    const lines = () => [...run.output.matchAll(new RegExp(`^(\\w+) \\{.*"sn":"${sn}"`, 'gm'))].map(([, what]) => what);
    // The event of the end may be told before the line of the device that reported it.
    await until(() => ['UpgradeFinished', 'DeviceSucceeded'].every((what) => lines().includes(what)));
    const events = () => received.filter(({ detail }) => detail.sn === sn);
    await until(() => events().length === 2);
    expect(events()).toMatchObject([{ 'detail-type': 'UpgradeRequested' }, { 'detail-type': 'UpgradeFinished' }]);
    expect(new Set(lines())).toEqual(
      new Set(['UpgradeRequested', 'DeviceProgress', 'DeviceSucceeded', 'UpgradeFinished']),
    );
  }
  expect(await shell(start)).toContain('"result":0');
  run.process.kill('SIGINT');
  expect(await run.exitCode()).toBe(0);
  await goneFrom(url);
  await goneFrom(dynamodbEndpoint);
  expect(await readdir(join(run.folder, '.local/stages'))).toEqual([]);
  expect(run.errors.replace(/^\{.*\n/gm, '')).toBe('');
}

const shell = async (command: string) => (await promisify(exec)(command)).stdout;

const code = (match: string | RegExpExecArray | undefined) => Number(typeof match === 'string' ? match : match?.[1]);

/** An import while the table is throttled or goes away, and when it is interrupted: it can always go on from there. */
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { databaseError } from '../../../../tools/stage/database-proxy/outcome.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { file, fleet, folderOf, home, storedDevice, type Run } from '../../../support/fleet.ts';
import { newSns, stage } from '../../../support/stage.ts';

/** Two chunks and a bit. */
const LINES = 4_100;

jest.setTimeout(90_000);

const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
const folder = folderOf({ ...stage, dynamodbEndpoint: proxy.url });
const passOn = proxy.intervene;

beforeEach(() => {
  proxy.intervene = passOn;
  proxy.calls.length = 0;
});
afterAll(() => proxy.close());

/** A file of devices, with the serial numbers of its lines. */
function fleetFile(count: number) {
  const sns = newSns(count);
  const rest = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
  const name = file('trouble.jsonl', sns.map((sn) => JSON.stringify({ sn, ...rest })).join('\n'));
  return { path: join(home, name), sns };
}

/** The line from which the tool says to resume. */
function resumeLine({ code, complaint }: Run): number {
  const { from, before } =
    /all lines before (?<before>\d+) are done: resume with --from (?<from>\d+)$/m.exec(complaint)?.groups ?? {};
  expect([code, before]).toEqual([1, from]);
  return Number(from);
}

describe('A table that is throttled', () => {
  test('is asked again for what it left unprocessed', async () => {
    const { path, sns } = fleetFile(30);
    let unprocessed = 3;
    proxy.intervene = ({ input }, forward) =>
      (unprocessed -= 1) >= 0
        ? Promise.resolve({ status: 200, body: { UnprocessedItems: input['RequestItems'] } })
        : forward();
    expect((await fleet(['device', 'import', path], { folder })).code).toBe(0);
    expect(proxy.calls).toHaveLength(5);
    expect((await Promise.all(sns.map(storedDevice))).every((device) => device !== undefined)).toBe(true);
  });

  test('is asked again when it refuses a whole batch', async () => {
    const { path, sns } = fleetFile(1);
    let refusals = 6;
    proxy.intervene = (_call, forward) =>
      (refusals -= 1) >= 0 ? Promise.resolve(databaseError('ThrottlingException')) : forward();
    expect((await fleet(['device', 'import', path], { folder })).code).toBe(0);
    expect(await storedDevice(sns[0] ?? '')).toBeDefined();
  });
});

describe('An import that is stopped', () => {
  test('by a table that goes away says where to resume, and all before is done', async () => {
    const { path, sns } = fleetFile(LINES);
    let answers = 80;
    proxy.intervene = (_call, forward) => ((answers -= 1) >= 0 ? forward() : Promise.resolve('drop'));
    const from = resumeLine(await fleet(['device', 'import', path], { folder }));
    expect(from).toBe(2001);
    expect(await storedDevice(sns[from - 2] ?? '')).toBeDefined();
    expect(await storedDevice(sns.at(-1) ?? '')).toBeUndefined();
    const { code, output } = await fleet(['device', 'import', path, '--from', String(from)]);
    expect([code, output]).toEqual([0, expect.stringMatching(/^2100 devices written/)]);
    expect(await storedDevice(sns.at(-1) ?? '')).toBeDefined();
  });

  test('by Ctrl-C finishes what is under way, and says where to resume', async () => {
    const { path, sns } = fleetFile(LINES);
    let interrupt = (): void => undefined;
    proxy.intervene = (_call, forward) => {
      interrupt();
      return forward();
    };
    const onStart = (kill: (signal: NodeJS.Signals) => void) => {
      // Only once: a second signal ends the tool.
      interrupt = () => {
        interrupt = () => undefined;
        kill('SIGINT');
      };
    };
    expect(resumeLine(await fleet(['device', 'import', path], { folder, onStart }))).toBe(2001);
    expect(await storedDevice(sns[1999] ?? '')).toBeDefined();
    expect(await storedDevice(sns[2000] ?? '')).toBeUndefined();
  });
});

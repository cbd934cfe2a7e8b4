/** An import while the table is throttled or unreachable: it can always be resumed. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { databaseError } from '../../../../tools/stage/database-proxy/outcome.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { failureOf, fleet, fleetFile, folderOf, storedDevice } from '../../../support/fleet.ts';
import { stage } from '../../../support/stage.ts';

const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
const options = { folder: folderOf({ ...stage, dynamodbEndpoint: proxy.url }) };
const passOn = proxy.intervene;

beforeEach(() => {
  proxy.intervene = passOn;
  proxy.calls.length = 0;
});
afterAll(() => proxy.close());

describe('A table that is throttled', () => {
  test('is asked again for what it left unprocessed', async () => {
    const { path, sns } = fleetFile(30);
    let unprocessed = 3;
    proxy.intervene = ({ input }, forward) =>
      (unprocessed -= 1) >= 0
        ? Promise.resolve({ status: 200, body: { UnprocessedItems: input['RequestItems'] } })
        : forward();
    expect((await fleet(`device import ${path}`, options)).code).toBe(0);
    expect(proxy.calls).toHaveLength(5);
    expect((await Promise.all(sns.map(storedDevice))).every((device) => device !== undefined)).toBe(true);
  });

  test('is asked again when it refuses a whole batch', async () => {
    const { path, sns } = fleetFile(1);
    let refusals = 6;
    proxy.intervene = (_call, forward) =>
      (refusals -= 1) >= 0 ? Promise.resolve(databaseError('ThrottlingException')) : forward();
    expect((await fleet(`device import ${path}`, options)).code).toBe(0);
    expect(await storedDevice(sns[0] ?? '')).toBeDefined();
  });
});

test('An import that the table stops says from which line to resume', async () => {
  // Two chunks and a bit.
  const { path, sns } = fleetFile(4_100);
  let answers = 80;
  proxy.intervene = (_call, forward) => ((answers -= 1) >= 0 ? forward() : Promise.resolve('drop'));
  const failure = await failureOf(`device import ${path}`, options);
  expect(failure).toMatch(/; all lines before 2001 are done: resume with --from 2001$/);
  expect(await storedDevice(sns[1999] ?? '')).toBeDefined();
  expect(await storedDevice(sns.at(-1) ?? '')).toBeUndefined();
  const { code, stdout } = await fleet(`device import ${path} --from 2001`);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2100 devices written/)]);
  expect(await storedDevice(sns.at(-1) ?? '')).toBeDefined();
}, 90_000);

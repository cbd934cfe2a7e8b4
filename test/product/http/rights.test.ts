/**
 * What each function may do, compared with what it does: every call of a run that takes every path through the function,
 * against the role in the template that was run.
 */
import { expect, test } from '@jest/globals';
import { encoder } from '../../../tools/stage/demo-data/items.ts';
import { busEvent } from '../../../tools/stage/bus/bus-event.ts';
import { rulesOf, schedulesOf } from '../../../tools/stage/bus/rules.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { detailOf, idsFrom } from '../../support/history.ts';
import { instead, interveneNext } from '../../support/database-proxy.ts';
import { ask, cookies, list, newDevice, newDevices, post, put, request, stage, upgrade } from '../../support/stage.ts';
import { stageBehindProxyOfSuite } from '../../support/stage-behind-proxy.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
}

const behind = stageBehindProxyOfSuite();

/** Calls made during a run, as `Table action`, each once. */
async function callsDuring(run: () => Promise<unknown>): Promise<string[]> {
  behind.proxy.calls.length = 0;
  await run();
  const calls = behind.proxy.calls.flatMap(({ operation, input }) =>
    statementsOf(input).length > 0
      ? statementsOf(input).map(rightForStatement)
      : tablesOf(input).map((table) => `${table} dynamodb:${operation}`),
  );
  return [...new Set(calls)].sort();
}

/** The texts of PartiQL in a call, alone, in a batch or in a transaction. */
function statementsOf({ Statement, Statements = [], TransactStatements = [] }: Record<string, unknown>): string[] {
  const several = [...(Statements as { Statement: string }[]), ...(TransactStatements as { Statement: string }[])];
  return [...(typeof Statement === 'string' ? [Statement] : []), ...several.map((one) => one.Statement)];
}

/** Each statement needs a right, named after its first word. */
function rightForStatement(text: string): string {
  const [, verb = '', table = ''] = /^(INSERT INTO|UPDATE) "([^"]+)" /.exec(text) ?? [];
  return `${table} dynamodb:PartiQL${verb === 'UPDATE' ? 'Update' : 'Insert'}`;
}

/** Tables, or the index of one: rights on the one are none on the other. */
function tablesOf({ TableName, IndexName, RequestItems }: Record<string, unknown>): string[] {
  if (typeof IndexName === 'string') return [`${String(TableName)}/index/${IndexName}`];
  return typeof TableName === 'string' ? [TableName] : Object.keys(RequestItems as object);
}

/** What the role of a function allows on tables, as `Table action`. */
function rightsOf(operation: string): string[] {
  return Object.entries(behind.template.Resources)
    .filter(([id, { Type }]) => Type === 'AWS::IAM::Policy' && id.includes(operation))
    .flatMap(
      ([, { Properties }]) => (Properties as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument.Statement,
    )
    .flatMap(({ Action, Resource }) =>
      [Resource].flat().flatMap((resource) => [Action].flat().map((action) => `${tableIn(resource)} ${action}`)),
    )
    .filter((right) => right.includes('dynamodb:'))
    .sort();
}

function tableIn(resource: unknown): string {
  const { 'Fn::GetAtt': arn, 'Fn::Join': joined } = resource as {
    'Fn::GetAtt'?: string[];
    'Fn::Join'?: [string, unknown[]];
  };
  if (joined) return joined[1].map((part) => (typeof part === 'string' ? part : tableIn(part))).join(joined[0]);
  const [id, attribute] = arn ?? [];
  return id !== undefined && attribute === 'Arn' ? id : JSON.stringify(resource);
}

test('getStreamServersList makes every call that it may make, and no other', async () => {
  const calls = await callsDuring(async () => {
    const named = '/devices/A302190930002/V1.0/stream/getStreamServersList';
    await request('/V1.0/stream/getStreamServersList', { method: 'POST' }, behind.url);
    await request(named, { headers: { cookie: cookies() } }, behind.url);
    await request(named.replace('A3', 'X3'), { headers: { cookie: cookies() } }, behind.url);
    await request(named, {}, behind.url);
  });
  expect(calls).toEqual(rightsOf('GetStreamServersList'));
  expect((await list()).status).toBe(200);
});

const LISTING = `${stage.tables.firmwares} dynamodb:Scan`;
const listing = () =>
  callsDuring(() => request('/sc_cloud/firmware/list', { headers: { cookie: cookies() } }, behind.url));

test('The other operations of the upgrade function make only calls that it may make, and those that change nothing no write', async () => {
  const sns = await newDevices(2);
  await upgrade(sns.slice(0, 1), 21, behind.url);
  const read = await callsDuring(() => ask('upgrade-status', sns, undefined, behind.url));
  const dry = await callsDuring(() => ask('dry-run-upgrade', sns, 21, behind.url));
  const cancel = await callsDuring(() => ask('cancel-upgrade', sns, 21, behind.url));
  const past = await callsDuring(() => ask('upgrade-history', sns[0], undefined, behind.url));
  const { sessions, upgrades, upgradeHistory } = stage.tables;
  expect(await listing()).toEqual([LISTING, `${sessions} dynamodb:GetItem`].sort());
  expect(behind.proxy.calls).toContainEqual(
    expect.objectContaining({ operation: 'Scan', input: expect.objectContaining({ ConsistentRead: true }) }),
  );
  expect(read).toEqual([`${sessions} dynamodb:GetItem`, `${upgrades} dynamodb:BatchGetItem`].sort());
  expect(cancel).toEqual([...read, `${upgrades} dynamodb:PartiQLUpdate`].sort());
  expect(past).toEqual([...read, `${upgradeHistory} dynamodb:Query`].sort());
  expect(rightsOf('UpgradeFunction')).toEqual(expect.arrayContaining([...dry, ...cancel]));
  expect(dry.join()).not.toContain('PartiQL');
});

test('start-upgrade makes every call that it may make but those that list firmwares and read histories, and no other', async () => {
  const [offline, fresh] = [await newDevice({ online: false }), await newDevices(3)];
  const calls = await callsDuring(async () => {
    for (const firmwareId of [21, 21, 22, 23, 24, 999]) await upgrade([...fresh, offline], firmwareId, behind.url);
    await upgrade(['X-unknown'], 21, behind.url);
    await put('upgrades', { sn: offline, state: 'failed' });
    await put('devices', { sn: offline, ...encoder });
    await upgrade([offline], 21, behind.url);
    await post('{', {}, behind.url);
    await post('{}', { cookie: cookies({ sid: 'guess', uid: 'guess' }) }, behind.url);
    const throttled = instead(databaseError('ThrottlingException'));
    interveneNext(behind.proxy, Infinity, 'BatchExecuteStatement', throttled);
    await upgrade([await newDevice()], 21, behind.url);
  });
  const ofOthers = [LISTING, `${stage.tables.upgradeHistory} dynamodb:Query`];
  expect([...calls, ...ofOthers].sort()).toEqual(rightsOf('UpgradeFunction'));
  expect(calls).toContain(`${stage.tables.upgrades} dynamodb:PartiQLInsert`);
});

test('The recorder of the history makes the one call that it may make, for each event of an upgrade', async () => {
  const functionId = rulesOf(behind.template)[0]?.functionId ?? '';
  const detail = detailOf('T-of-an-event', ...idsFrom(Date.now(), 1));
  const event = busEvent({ source: 'stream-fleet', detailType: 'UpgradeRequested', detail });
  expect(await callsDuring(() => behind.functions.invoke(functionId, event))).toEqual(
    rightsOf('UpgradeHistoryRecorder'),
  );
  expect(behind.proxy.calls).toHaveLength(1);
});

test('The function of roll-outs and the run make every call that they may make, and no other', async () => {
  const [run] = schedulesOf(behind.template);
  const sn = [...(await newDevices(2)), 'X-unknown'];
  const id = `rights-${String(process.pid)}`;
  const onRollouts = async (does: string, body: object): Promise<void> => {
    const { status } = await post(JSON.stringify(body), {}, behind.url, `/sc_cloud/rollout/${does}`);
    expect([does, status]).toEqual([does, 200]);
  };
  // The run knows of no roll-out but this one: other suites have some, and look at them meanwhile.
  interveneNext(behind.proxy, Infinity, 'Query', async (_call, forward) => {
    const { status, body } = await forward();
    const items = (body['Items'] ?? []) as { readonly rolloutId: { readonly S: string } }[];
    return { status, body: { ...body, Items: items.filter(({ rolloutId }) => rolloutId.S === id) } };
  });
  const runs = () => behind.functions.invoke(run?.functionId ?? '', {});
  const request = { 'rollout-id': id, 'firmware-id': 21, sn };
  await upgrade(sn.slice(0, 1), 22);
  await put('upgrades', { sn: sn[0], upgradeId: crypto.randomUUID(), state: 'failed' });
  const running = async () => {
    await runs();
    await runs();
  };
  const [calls, ofRun] = [[] as string[], [] as string[]];
  const during = async (into: string[], work: () => Promise<unknown>) => into.push(...(await callsDuring(work)));
  await during(calls, () => onRollouts('dry-run', request));
  await during(calls, () => onRollouts('create', request));
  await during(ofRun, running);
  await during(calls, async () => {
    await onRollouts('status', {});
    await onRollouts('status', { 'rollout-id': id, state: 'requested' });
    await onRollouts('pause', { 'rollout-id': id });
    await onRollouts('resume', { 'rollout-id': id, version: 2 });
    await onRollouts('cancel', { 'rollout-id': id });
  });
  expect([...new Set(calls)].sort()).toEqual(rightsOf('RolloutFunction'));
  expect([...new Set(ofRun)].sort()).toEqual(rightsOf('RolloutRunAdvance'));
});

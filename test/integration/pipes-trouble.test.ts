import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startPipes, type RunningPipes } from '../../tools/local-stage/pipes/start-pipes.ts';
import { parseTemplate } from '../../tools/local-stage/template.ts';
import { databaseError, startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts';
import { until } from '../support/event-log.ts';
import { stage } from '../support/stage.ts';
import { templateOf } from '../support/templates.ts';

let proxy: DatabaseProxy;
let pipes: RunningPipes;
let lines: string[];

beforeEach(async () => {
  lines = [];
  proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
});
afterEach(async () => {
  await pipes.close();
  await proxy.close();
});

function start(): void {
  const template = parseTemplate(templateOf('dev').toJSON());
  const onTrouble = (line: string) => lines.push(line);
  pipes = startPipes({ template, endpoint: proxy.url, onEvent: () => undefined, onTrouble });
}

test('An engine that gives tables no stream costs the events, and one line says so', async () => {
  proxy.intervene = async ({ operation }, forward) => {
    const { status, body } = await forward();
    if (operation !== 'DescribeTable') return { status, body };
    const { LatestStreamArn, ...Table } = body['Table'] as Record<string, unknown>;
    return { status, body: { Table } };
  };
  start();
  await until(() => lines.length > 0);
  expect(lines).toEqual([`No events of ${stage.tables.upgrades}: the engine has no streams`]);
});

test('An engine that does not know the calls on streams costs the events, and one line says so', async () => {
  proxy.intervene = ({ operation }, forward) =>
    operation === 'DescribeStream' ? Promise.resolve(databaseError('UnknownOperationException')) : forward();
  start();
  await until(() => lines.length > 0);
  expect(lines).toEqual([expect.stringMatching(/^No events of \w+: .*UnknownOperationException/)]);
});

test('Reading stops with the pipes, without a word', async () => {
  start();
  await until(() => proxy.calls.some(({ operation }) => operation === 'GetRecords'));
  await pipes.close();
  const calls = proxy.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([proxy.calls.length, lines]).toEqual([calls, []]);
});

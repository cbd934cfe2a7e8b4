/**
 * The commands of docs/operations.md, with names from a synthesised stack; recovery of records uses a real stream. What
 * they do when something is amiss is in test/infra/runbooks.test.ts.
 */
import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import { expect, jest, test } from '@jest/globals';
import { logError } from '../../functions/log/log.ts';
import { identified } from '../../functions/log/request-identity.ts';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { valueAt } from '../../tools/stage/pipes/fields.ts';
import { standInForAws, testAwsCalls } from '../support/docs/aws.ts';
import { sectionOf } from '../support/docs/documents.ts';
import { shellIn } from '../support/docs/run.ts';
import { testDocument, type Rule } from '../support/docs/test-document.ts';
import { folderOf, newFleet } from '../support/fleet.ts';
import { newDevice, stage, storedUpgrade, upgrade } from '../support/stage.ts';
import { batchOf, localStreams } from '../support/streams.ts';
import { outputsOf, resources, templateOf } from '../support/templates.ts';

const template = templateOf('dev');
const sn = await newDevice();
await upgrade([sn]);
const letter = {
  ReceiptHandle: 'handle',
  Body: JSON.stringify(await batchOf(stage.dynamodbEndpoint, stage.tables.upgrades, sn)),
};
const detail = { sn: 'A1', upgradeId: 'id-1' };
const ofHistory = { ReceiptHandle: 'of the history', Body: JSON.stringify({ time: '2026-11-27T12:00:01Z', detail }) };
const outputs = outputsOf('dev');
const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));

const folder = folderOf(stage);
const streams = localStreams(stage.dynamodbEndpoint);
const aws = await standInForAws({
  'cloudformation describe-stacks': { Stacks: [{ Outputs }] },
  'cloudformation get-template': template,
  'sqs receive-message': ({ 'queue-url': url }) =>
    url === outputs['HistoryDeadLetterQueueUrl'] ? { Messages: [ofHistory] } : letter,
  'lambda invoke': 'None',
  'lambda get-alias': 'arn:alias',
  'events list-rule-names-by-target': { RuleNames: ['schedule'] },
  'logs filter-log-events': { events: [{ message: JSON.stringify({ sourceIp: '192.0.2.1' }) }] },
  'logs describe-query-definitions': {
    queryDefinitions: [{ name: 'stream-fleet-dev/who-started', queryString: AUDIT_QUERIES['who-started'] }],
  },
  'logs start-query': 'query-1',
  'logs get-query-results': { status: 'Complete', results: [[{ field: 'sn', value: 'A1' }]] },
  'dynamodb describe-table': 'ACTIVE',
  'sts assume-role': { AccessKeyId: 'id', SecretAccessKey: 'key', SessionToken: 'token' },
  'dynamodb get-item': { Item: { sn: { S: 'A1' } } },
  'dynamodbstreams get-shard-iterator': async (options) => {
    const [StreamArn, ShardId, SequenceNumber] = ['stream-arn', 'shard-id', 'sequence-number'].map((it) => options[it]);
    const ShardIteratorType = options['shard-iterator-type'] as 'AT_SEQUENCE_NUMBER';
    const command = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType, SequenceNumber });
    return (await streams.send(command)).ShardIterator;
  },
  'dynamodbstreams get-records': (options) =>
    streams.send(new GetRecordsCommand({ ShardIterator: options['shard-iterator'] })),
  'events describe-event-bus': 'arn:bus',
  'events list-archives': { Archives: [{ ArchiveName: 'archive' }] },
  'events describe-archive': 'arn:archive',
  'events put-events': { FailedEntryCount: 0, Entries: [{}] },
});
const run = shellIn(folder, {}, aws.shell);

/** On the local stage: how the tool finds a deployed one is tested elsewhere. */
const locally: Rule = (block, before) =>
  run({ ...block, text: block.text.replaceAll(' --stage "$STAGE"', '') }, before);

/** The record of an upgrade becomes its event again, for the stage's bus and for no other device. */
const makesTheEvent: Rule = async (block, before) => {
  const output = await run(block, before);
  const [lists] = /^\[\n[^]*/m.exec(output) ?? [];
  const entries = JSON.parse(lists ?? '') as { Detail: string }[][];
  const event = { EventBusName: outputs['EventBusName'], Source: 'stream-fleet', DetailType: 'UpgradeRequested' };
  expect(entries).toEqual([[{ ...event, Detail: expect.any(String) }]]);
  expect(JSON.parse(entries[0]?.[0]?.Detail ?? '')).toMatchObject({ sn, firmwareId: '21' });
  return JSON.stringify(entries[0]);
};

const sends: Rule = async (block, before) => {
  const output = await run(block, before);
  const optionsOf = (called: string) => aws.calls.find(({ operation }) => operation === called)?.options;
  expect(optionsOf('events put-events')?.['entries']).toBe(before);
  expect(optionsOf('sts assume-role')?.['role-arn']).toBe(outputs['EventRepairRoleArn']);
  expect(aws.calls.at(-1)?.options['receipt-handle']).toBe('handle');
  return output;
};

/** The item of the restored table is put into the table of the stage. */
const putsBack: Rule = async (block, before) => {
  await run(block, before);
  const { operation, options = {} } = aws.calls.at(-1) ?? {};
  expect([operation, options['table-name']]).toEqual(['dynamodb put-item', outputs['DevicesTableName']]);
  expect(JSON.parse(options['item'] ?? '')).toEqual({ sn: { S: 'A1' } });
  return '';
};

/** With a firmware of the test's own. */
const withFleetTool: Rule = async (block, before) => {
  const { id, firmware, sns } = await newFleet(1);
  const [started = ''] = sns;
  await upgrade(sns, firmware.firmwareId);
  const text = block.text.replaceAll(/\b21\b/g, id);
  await locally({ ...block, text }, before);
  const state = text.includes('upgrade cancel') ? 'cancelled' : 'requested';
  expect(await storedUpgrade(started)).toMatchObject({ firmwareId: firmware.firmwareId, state });
  return '';
};

testDocument('docs/operations.md', {
  sh: run,
  'A session for the fleet tool: sh': locally,
  'UnfinishedUpgrades: sh': withFleetTool,
});

// All others after docs/operations.md, with its names and its session.
testDocument('docs/operations/stop-a-firmware.md', { sh: withFleetTool });

testDocument('docs/operations/dead-letters.md', {
  'Make the events: sh': makesTheEvent,
  'Send them, and delete the letter: sh': sends,
});

testDocument('docs/operations/restore-drill.md', { sh: run, 'Restore drill: sh 2': putsBack });

testDocument('docs/operations/history.md', {
  sh: run,
  'Give letters to the function: sh': async (block, before) => {
    expect(await run(block, before)).toContain('2026-11-27T12:00:01Z A1 id-1\n');
    const { operation, options = {} } = aws.calls.at(-1) ?? {};
    expect([operation, options['receipt-handle']]).toEqual(['sqs delete-message', 'of the history']);
    return '';
  },
  'Send the events again: sh': async (block, before) => {
    await run(block, before);
    const { options = {} } = aws.calls.find(({ operation }) => operation === 'events start-replay') ?? {};
    expect(JSON.parse(options['destination'] ?? '')).toMatchObject({ FilterArns: [outputs['HistoryRuleArn']] });
    return '';
  },
});

testDocument('docs/operations/rollouts.md', { sh: run, 'Roll-outs: sh': locally });

testAwsCalls(aws.calls, folder);

test('The audit names each saved query', () => {
  const named = sectionOf('docs/operations.md', 'Audit').match(/(?<=the query `)[\w-]+/g);
  expect(named).toEqual(Object.keys(AUDIT_QUERIES));
});

test('Patterns ask for fields that are logged: by the functions below "message", or by the gateway', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  identified({ gatewayRequestId: 'id', sourceIp: '192.0.2.1' }, () => {
    logError('UNFORESEEN_ERROR', new Error('what', { cause: new Error('why') }), { sn: 'A1' });
  });
  const [message] = (log.mock.calls[0] ?? []) as unknown[];
  log.mockRestore();
  const ofLambda = { level: 'ERROR', requestId: '', type: '', record: { status: '' } };
  const [gateway] = Object.values(resources(template, 'AWS::ApiGatewayV2::Stage'));
  const { Format } = gateway?.Properties['AccessLogSettings'] as { Format: string };
  const asked = aws.calls.flatMap(({ options }) => {
    const line: unknown = options['log-group-name']?.includes('AccessLogs')
      ? JSON.parse(Format)
      : { ...ofLambda, message };
    const fields = [...(options['filter-pattern'] ?? '').matchAll(/\$\.([\w.]+)/g)].map(([, field = '']) => field);
    return fields.map((field) => ({ field, value: valueAt(line, field.split('.')) }));
  });
  expect(asked.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['message.code', 'message.gatewayRequestId', 'status']),
  );
  expect(asked.filter(({ value }) => value === undefined)).toEqual([]);
});

/** The commands of docs/operations.md, with names from a synthesised stack; recovery of records uses a real stream. */
import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import { expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logError } from '../../functions/log/log.ts';
import { identified } from '../../functions/log/request-identity.ts';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { valueAt } from '../../tools/stage/pipes/fields.ts';
import { standInForAws, testAwsCalls } from '../support/docs/aws.ts';
import { sectionOf } from '../support/docs/documents.ts';
import { shellIn } from '../support/docs/run.ts';
import { notRun, testDocument, type Rule } from '../support/docs/test-document.ts';
import { folderOf } from '../support/fleet.ts';
import { newDevice, stage, upgrade } from '../support/stage.ts';
import { batchOf, localStreams } from '../support/streams.ts';
import { outputsOf, resources, templateOf } from '../support/templates.ts';

const template = templateOf('dev');
const sn = await newDevice();
await upgrade([sn]);
const letter = {
  ReceiptHandle: 'handle',
  Body: JSON.stringify(await batchOf(stage.dynamodbEndpoint, stage.tables.upgrades, sn)),
};
const outputs = outputsOf('dev');
const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));

const folder = folderOf(stage);
const streams = localStreams(stage.dynamodbEndpoint);
const aws = await standInForAws({
  'cloudformation describe-stacks': { Stacks: [{ Outputs }] },
  'cloudformation get-template': template,
  'sqs receive-message': letter,
  'logs filter-log-events': [JSON.stringify({ sourceIp: '192.0.2.1' })],
  'logs describe-query-definitions': AUDIT_QUERIES['who-started'],
  'logs start-query': 'query-1',
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
});
const run = shellIn(folder, {}, aws.shell);

/** The record of an upgrade becomes its event again, for the stage's bus and for no other device. */
const makesTheEvent: Rule = async (block, before) => {
  const output = await run(block, before);
  const entries = JSON.parse(output) as { Detail: string }[];
  const event = { EventBusName: outputs['EventBusName'], Source: 'stream-fleet', DetailType: 'UpgradeRequested' };
  expect(entries).toEqual([{ ...event, Detail: expect.any(String) }]);
  expect(JSON.parse(entries[0]?.Detail ?? '')).toMatchObject({ sn, firmwareId: '21' });
  return output;
};

const sends: Rule = async (block, before) => {
  const output = await run(block, before);
  const optionsOf = (called: string) => aws.calls.find(({ operation }) => operation === called)?.options;
  expect(optionsOf('events put-events')?.['entries']).toBe('file://entries.json');
  expect(readFileSync(join(folder, 'entries.json'), 'utf8').trim()).toBe(before.trim());
  expect(optionsOf('sts assume-role')?.['role-arn']).toBe(outputs['EventRepairRoleArn']);
  expect(aws.calls.at(-1)?.options['receipt-handle']).toBe('handle');
  return output;
};

/** The item of the restored table is put into the table of the stage. */
const putsBack: Rule = async (block, before) => {
  await run(block, before);
  expect(JSON.parse(aws.calls.at(-1)?.options['request-items'] ?? '')).toEqual({
    [outputs['DevicesTableName'] ?? '']: [{ PutRequest: { Item: { sn: { S: 'A1' } } } }],
  });
  return '';
};

const onDeployedStage = notRun('the fleet tool has tests of its own on a deployed stage');

testDocument('docs/operations.md', {
  sh: run,
  'Restore drill: sh 2': putsBack,
  'DeadLetters: sh 2': makesTheEvent,
  'DeadLetters: sh 3': sends,
  'LeasesExpired: sh 2': onDeployedStage,
  'UnfinishedUpgrades: sh': onDeployedStage,
});

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
  const ofLambda = { level: 'ERROR', requestId: '' };
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

/** The tables of docs/api.md, and the examples of docs/api, run as a caller would paste them. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { UpgradeFinished, UpgradeRequested } from '../../client/src/index.ts';
import finishedSchema from '../../docs/events/upgrade-finished.schema.json' with { type: 'json' };
import requestedSchema from '../../docs/events/upgrade-requested.schema.json' with { type: 'json' };
import { API_STATUS } from '../../functions/domain/api-status.ts';
import { NAMED_STAGES } from '../../infra/stages.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { GATEWAY_CASES } from '../../tools/contract/responses/gateway.ts';
import { freePort } from '../../tools/stage/listen.ts';
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { eventSender } from '../../tools/stage/pipes/send-events.ts';
import { startPipes } from '../../tools/stage/pipes/start-pipes.ts';
import { standInForAws, testAwsCalls } from '../support/docs/aws.ts';
import { inPython, shellIn, withClient } from '../support/docs/run.ts';
import { rowsOf, sectionOf } from '../support/docs/documents.ts';
import { expectShown, shown, testDocument, testedBy } from '../support/docs/test-document.ts';
import { template } from '../support/event-log.ts';
import { folderOf } from '../support/fleet.ts';
import { emptyFolder } from '../support/folders.ts';
import { failed, gateway, succeeded, upgradeOf } from '../support/reports.ts';
import { newDevices, stage, storedUpgrade, upgrade } from '../support/stage.ts';

const folder = emptyFolder();
const shell = shellIn(folder);
const [online = '', first = '', second = '', third = '', fourth = ''] = await newDevices(5);
await upgrade([online, first, second]);

/** Lets one upgrade succeed and the other fail, once they have been started. */
async function endBoth(one = first, other = second): Promise<void> {
  for (const [sn, end] of [[one, succeeded] as const, [other, failed] as const]) {
    while ((await storedUpgrade(sn))?.['state'] !== 'requested') await pause(50);
    await gateway.reportEnd(await upgradeOf(sn), end);
  }
}

testDocument(
  'docs/api/after-the-start.md',
  {
    sh: shell,
    json: shown,
    'In Node: ts': async (block) => {
      await endBoth();
      const lines = ['succeeded 100 %, failed 0 %', `${first} succeeded`, `${second} failed`];
      expectShown(await withClient(folder)(block, ''), lines.join('\n'));
      return '';
    },
    'In Python: python': async (block) => {
      const [output] = await Promise.all([inPython(folder)(block, ''), endBoth()]);
      expectShown(output, `{'${first}': 0, '${second}': 0}\n${first} succeeded\n${second} failed`);
      return '';
    },
  },
  {
    'http://127.0.0.1:3000': stage.url,
    'every_seconds=15': 'every_seconds=0.1',
    [DEMO.batch[2]]: online,
    [DEMO.batch[0]]: first,
    [DEMO.batch[1]]: second,
  },
);

const aws = await standInForAws({ 'events put-rule': 'arn:rule', 'sqs get-queue-attributes': 'arn:queue' });
const receiver = await freePort(0);
const scope = new AsyncDisposableStack();
afterAll(() => scope.disposeAsync());

testDocument(
  'docs/api/by-event.md',
  {
    'The client: sh': testedBy('test/client/engine/package.test.ts'),
    'A session: sh': async (block) => {
      const printed = await shellIn(folderOf(stage))(block, '');
      expect(printed).toContain('cloud-uid=upgrade-service');
      return '';
    },
    'Start, and hear of the end: ts': async (block) => {
      const troubles: string[] = [];
      const send = eventSender(`http://127.0.0.1:${String(receiver)}/`, (line) => troubles.push(line));
      const ours = ({ detail }: PipeEvent) => [third, fourth].includes(String(detail['sn']));
      const onEvent = (event: PipeEvent) => {
        if (ours(event)) send(event);
      };
      startPipes(scope, {
        template,
        endpoint: stage.dynamodbEndpoint,
        onEvent,
        onTrouble: (line) => troubles.push(line),
      });
      const [output] = await Promise.all([withClient(folder)(block, ''), endBoth(third, fourth)]);
      const lines = [
        `${third} 0`,
        `${fourth} 0`,
        `${third} succeeded, asked for by demo-admin`,
        `${fourth} failed, asked for by demo-admin`,
      ];
      expect(output.trimEnd().split('\n').toSorted()).toEqual(lines.toSorted());
      expect(troubles).toEqual([]);
      return '';
    },
    'On AWS: sh': async (block) => {
      const variables = { EventBusName: 'bus', HANDLER_ARN: 'arn:handler', QUEUE_URL: 'https://queue' };
      const printed = await shellIn(folder, variables, aws.shell)(block, '');
      const optionOf = (operation: string, name: string) =>
        JSON.parse(aws.calls.find((call) => call.operation === operation)?.options[name] ?? '') as unknown;
      const { Policy } = optionOf('sqs set-queue-attributes', 'attributes') as { Policy: string };
      const sender = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage' };
      const Condition = { ArnEquals: { 'aws:SourceArn': 'arn:rule' } };
      const Statement = [{ ...sender, Resource: 'arn:queue', Condition }];
      expect(JSON.parse(Policy)).toEqual({ Version: '2012-10-17', Statement });
      const target = { Id: 'handler', Arn: 'arn:handler', DeadLetterConfig: { Arn: 'arn:queue' } };
      expect(optionOf('events put-targets', 'targets')).toEqual([target]);
      return printed;
    },
  },
  {
    'http://127.0.0.1:3000': stage.url,
    '.listen(4000': `.listen(${String(receiver)}`,
    [DEMO.batch[0]]: third,
    [DEMO.batch[1]]: fourth,
  },
);

testAwsCalls(aws.calls, folder);

test('The types of events in the client name what the schemas name', () => {
  const common = {
    upgradeId: '',
    sn: '',
    firmwareId: '',
    version: '',
    requestedBy: '',
    requestKey: '',
    requestedAt: '',
  };
  const finished: UpgradeFinished['detail'] = { ...common, state: 'failed', cancelledBy: '-' };
  const requested: UpgradeRequested['detail'] = { ...common, location: '', sizeBytes: '', sha256: '' };
  expect(Object.keys(finished).sort()).toEqual(finishedSchema.required.toSorted());
  expect(Object.keys(requested).sort()).toEqual(requestedSchema.required.toSorted());
});

describe('The tables of answers', () => {
  const codes = rowsOf(sectionOf('docs/api.md', 'Result codes'));
  const ofGateway = rowsOf(sectionOf('docs/api.md', 'Errors'));

  test('list all codes, and nothing else', () => {
    const expected = Object.entries(API_STATUS).map(([name, status]) => [
      String(status.code),
      name,
      'http' in status ? String(status.http) : '',
    ]);
    expect(codes.map(([code, name, http]) => [code, name, http])).toEqual(expected);
  });

  test("list all of the gateway's own answers, and nothing else", () => {
    expect(ofGateway.map(([status]) => status)).toEqual(Object.keys(GATEWAY_CASES));
  });

  test('link to the rules for retrying exactly where a retry is allowed', () => {
    const retried = [...codes, ...ofGateway].filter((row) => row.at(-1)?.startsWith('[retry]'));
    expect(retried.map(([code]) => code)).toEqual(['4', '429', '500', '503']);
  });
});

describe('The limits', () => {
  const section = sectionOf('docs/api.md', 'Limits');
  const limits = new Map(rowsOf(section).map(([what = '', ...cells]) => [what, cells]));

  test.each(Object.entries(NAMED_STAGES))('are those of %s', (name, stage) => {
    expect(limits.get('serial numbers in a request')?.[0]).toMatch(new RegExp(`^${count(stage.maxBatchSize)},`));
    expect(limits.get('body about upgrades')?.[0]).toBe(`${String(stage.maxBodyBytes / 1024)} KiB`);
    const throttles = [stage.listThrottle, stage.rolloutThrottle, stage.upgradeThrottle];
    expect(limits.get(name === 'prod' ? '`prod`' : '`dev`, `staging` and personal stages')).toEqual(
      throttles.map(({ ratePerSecond, burst }) => `${count(ratePerSecond)} (${count(burst)})`),
    );
  });

  test('state the time-out of the functions', () => {
    expect(limits.get('time of a function')?.[0]).toMatch(/^25 s;/);
  });
});

function count(number: number): string {
  return number.toLocaleString('en');
}

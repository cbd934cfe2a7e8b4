/**
 * What the commands of docs/operations.md and its pages do when something is amiss. That they work is tested in
 * test/docs; dead letters and deploying have files of their own.
 */
import { describe, beforeEach, expect, test } from '@jest/globals';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { sectionOf } from '../support/docs/documents.ts';
import type { Answer } from '../support/docs/aws.ts';
import { fitsPattern } from '../support/docs/filter-pattern.ts';
import { inTurn, openTerminal, refused } from '../support/docs/terminal.ts';
import { outputsOf } from '../support/templates.ts';

const outputs = outputsOf('dev');
const { answers, paste, run } = await openTerminal();

const OPERATIONS = 'docs/operations.md';
const [DRILL, HISTORY] = ['docs/operations/restore-drill.md', 'docs/operations/history.md'];
const DEPLOYING = 'docs/deploying.md';

describe('The names of a stage', () => {
  test('of a mistyped stage are those of no other, in the same terminal', async () => {
    await run('export RESTORED=a-table-of-dev FLEET_SID=of-dev');
    answers['cloudformation describe-stacks'] = refused;
    const { code } = await paste(OPERATIONS, 'The names of a stage: sh', (text) => text.replace('=dev', '=dve'));
    expect(code).not.toBe(0);
    const { stdout } = await run('env');
    const names = [...Object.keys(outputs), 'RESTORED', 'FLEET_SID'];
    expect(names.filter((name) => stdout.includes(`${name}=`))).toEqual([]);
  });

  test.each([
    ['the alarms that are on', OPERATIONS, 'The names of a stage: sh 2', 'alarm-name-prefix', 'AlarmsServerErrors12'],
    ['the alarm of the first deploy', DEPLOYING, 'A first deploy: sh 4', 'alarm-name-prefix', 'AlarmsDeadLetters12'],
  ])('for %s are those of no stage whose name begins alike', async (_what, document, block, option, id) => {
    const { calls } = await paste(document, block);
    const prefix = calls[0]?.options[option] ?? '-';
    expect(`stream-fleet-dev-${id}`.startsWith(prefix)).toBe(true);
    expect(`stream-fleet-dev-x-${id}`.startsWith(prefix)).toBe(false);
  });
});

test.each(['firmware withdraw', 'upgrade list'])('When %s fails, no upgrade is cancelled', async (command) => {
  const failing = (text: string) => `npm() { echo "$*" >&2; case "$*" in *"${command}"*) return 1; esac; }\n${text}`;
  const { code, stderr } = await paste('docs/operations/stop-a-firmware.md', 'Stop a firmware now: sh', failing);
  expect(code).not.toBe(0);
  expect(stderr).toContain(command);
  expect(stderr).not.toContain('upgrade cancel');
});

describe('An audit', () => {
  const rows = [[{ field: 'sn', value: 'A1' }]];
  beforeEach(() => {
    const queryDefinitions = Object.entries(AUDIT_QUERIES).toReversed();
    answers['logs describe-query-definitions'] = {
      queryDefinitions: queryDefinitions.map(([name, queryString]) => ({
        name: `stream-fleet-dev/${name}`,
        queryString,
      })),
    };
    answers['logs start-query'] = 'query-1';
  });

  test('of a single device, as the text says, asks for it before all else, by a field that lines have', async () => {
    answers['logs get-query-results'] = { status: 'Complete', results: rows };
    const [only = '', field = ''] = /ONLY='filter (\S+) = .*?'/.exec(sectionOf(OPERATIONS, 'Audit')) ?? [];
    const { code, calls } = await paste(OPERATIONS, 'Audit: sh', (text) => text.replace("ONLY=''", only));
    const asked = `filter message.sn = "SN" | ${AUDIT_QUERIES['who-started']}`;
    expect([code, calls.find(({ operation }) => operation === 'logs start-query')?.options['query-string']]).toEqual([
      0,
      asked,
    ]);
    expect(AUDIT_QUERIES['who-started']).toContain(` ${field},`);
  });

  test('fails when it gives as many lines as a query can: there may be more', async () => {
    answers['logs get-query-results'] = { status: 'Complete', results: Array(10_000).fill(rows[0]) };
    const { code, stdout } = await paste(OPERATIONS, 'Audit: sh');
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([1, 'Complete: 10000 lines']);
  });

  test('waits until the query is complete, and says how many lines it gave', async () => {
    const [waiting, running] = [{ status: 'Scheduled' }, { status: 'Running', results: [] }];
    answers['logs get-query-results'] = inTurn(waiting, running, { status: 'Complete', results: rows });
    expect(await paste(OPERATIONS, 'Audit: sh')).toMatchObject({ code: 0, stdout: 'sn=A1\nComplete: 1 lines\n' });
  });

  test('whose query fails, fails', async () => {
    answers['logs get-query-results'] = { status: 'Failed', results: rows };
    expect(await paste(OPERATIONS, 'Audit: sh')).toMatchObject({ code: 1, stdout: 'sn=A1\nFailed: 1 lines\n' });
  });
});

test('A letter whose event the function fails to record stays in the queue', async () => {
  const letters = { Messages: [{ ReceiptHandle: 'handle', Body: '{}' }] };
  Object.assign(answers, { 'sqs receive-message': letters, 'lambda invoke': 'Unhandled' });
  const { code, calls } = await paste(HISTORY, 'Give letters to the function: sh');
  expect([code === 0, calls.at(-1)?.operation]).toEqual([false, 'lambda invoke']);
});

describe('A restore', () => {
  test('waits for as long as it takes', async () => {
    answers['dynamodb describe-table'] = inTurn(...Array<string>(20).fill('CREATING'), 'ACTIVE');
    answers['dynamodb scan'] = '42';
    expect(await paste(DRILL, 'Restore drill: sh')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ACTIVE\n42\n$/),
    });
  });

  test.each([
    ['lacks the item', ''],
    ['cannot be read', refused],
  ] as const)('that %s puts nothing back', async (_what, answer) => {
    answers['dynamodb get-item'] = answer;
    answers['dynamodb put-item'] = ({ item }) => (item === '' ? refused() : '');
    expect((await paste(DRILL, 'Restore drill: sh 2')).code).not.toBe(0);
  });
});

describe('Logs', () => {
  const report = (status: string) =>
    JSON.stringify({ type: 'platform.report', record: { requestId: status, status, metrics: { durationMs: 5 } } });
  const access = (status: string) => JSON.stringify({ status, routeKey: 'GET /', sourceIp: '192.0.2.1' });
  const have = (...lines: readonly string[]) => {
    answers['logs filter-log-events'] = ({ 'filter-pattern': pattern = '' }) => ({
      events: lines.filter((line) => fitsPattern(pattern, line)).map((message) => ({ message })),
    });
  };

  test('of functions show requests that failed, and count time-outs; those that succeeded are no failures', async () => {
    have(...['success', 'timeout', 'error', 'timeout'].map(report));
    const ofCallers = 'UpgradeFunctionErrors, GetStreamServersListErrors, RolloutFunctionErrors: sh';
    expect((await paste(OPERATIONS, ofCallers)).stdout).toBe(`${report('error')}\n2 time-outs\n`.repeat(3));
    const { stdout } = await paste(OPERATIONS, 'HistoryDeadLetters, HistoryFailures: sh');
    expect(stdout.trimEnd().split('\n')).toEqual(['timeout', 'error', 'timeout'].map(report));
  });

  const throttles = 'UpgradeFunctionThrottles, GetStreamServersListThrottles, RolloutFunctionThrottles: sh';
  test.each([
    [throttles, /^ +2 192\.0\.2\.1\nnot JSON: 1 lines$/m],
    ['ClientErrors: sh', /^ +1 429 GET \/ 192\.0\.2\.1$/m],
  ])('of the gateway are counted in spite of a line that is not JSON: %s', async (block, shown) => {
    have(access('429'), 'a "quote" {', access('200'));
    const { code, stdout } = await paste(OPERATIONS, block);
    expect(code).toBe(0);
    expect(stdout).toMatch(shown);
  });
});

test.each(['HANDLER_ARN', 'QUEUE_URL'])('Without %s, no rule is made for a handler', async (missing) => {
  const given = (text: string) => `HANDLER_ARN=arn QUEUE_URL=url\nunset ${missing}\n${text}`;
  const { code, calls, stderr } = await paste('docs/api/by-event.md', 'On AWS: sh', given);
  expect([code === 0, calls, stderr]).toEqual([false, [], expect.stringContaining(`${missing}: is not set`)]);
});

/** Blocks in which each command takes what those before it have told. */
const CHAINS: readonly (readonly [document: string, block: string])[] = [
  [OPERATIONS, 'Audit: sh'],
  [DRILL, 'Restore drill: sh'],
  ['docs/events/README.md', 'Replay: sh'],
  [HISTORY, 'Give letters to the function: sh'],
  [HISTORY, 'Send the events again: sh'],
  ['docs/api/by-event.md', 'On AWS: sh'],
  [DEPLOYING, 'If the first deploy fails: sh 3'],
  [DEPLOYING, 'If the first deploy fails: sh 4'],
  [DEPLOYING, 'Moving an alias by hand: sh 2'],
];

test.each(CHAINS)('%s, %s: once a command is refused, the last one is not run', async (document, block) => {
  const [name, queryString] = ['stream-fleet-dev/who-started', AUDIT_QUERIES['who-started']];
  const told: Record<string, Answer> = {
    'logs describe-query-definitions': { queryDefinitions: [{ name, queryString }] },
    'logs get-query-results': { status: 'Complete', results: [] },
    'sqs receive-message': { Messages: [{ ReceiptHandle: 'handle', Body: '{}' }] },
    'lambda invoke': 'None',
    'events list-archives': { Archives: [{ ArchiveName: 'archive' }] },
    'events describe-archive': ({ 'archive-name': archive }) => (archive === '' ? refused() : 'arn:archive'),
    'cloudformation describe-stacks': { Stacks: [{ Outputs: [] }] },
    'dynamodb list-tables': { TableNames: ['stream-fleet-prod-TablesDevices12'] },
    'deploy list-deployments': { deployments: [] },
  };
  const pasted = async (other: Record<string, Answer> = {}) => {
    Object.assign(answers, told, other);
    const { code, calls } = await paste(document, block, (text) => `HANDLER_ARN=arn QUEUE_URL=url\n${text}`);
    const called = calls.map(({ operation }) => operation);
    // Nothing takes what this one tells.
    return { code, called: called.filter((operation) => operation !== 'dynamodb describe-continuous-backups') };
  };
  const { code, called: operations } = await pasted();
  expect([code, operations.length > 1]).toEqual([0, true]);
  for (const operation of operations) {
    const { code, called } = await pasted({ [operation]: refused });
    expect([operation, code === 0]).toEqual([operation, false]);
    if (operation !== operations.at(-1)) expect(called).not.toContain(operations.at(-1));
    answers[operation] = '';
  }
});

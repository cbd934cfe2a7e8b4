/**
 * What the commands of docs/operations.md do when something is amiss. That they work is tested in
 * test/docs; dead letters and deploying have files of their own.
 */
import { describe, beforeEach, expect, test } from '@jest/globals';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { sectionOf } from '../support/docs/documents.ts';
import { fitsPattern } from '../support/docs/filter-pattern.ts';
import { inTurn, openTerminal, refused } from '../support/docs/terminal.ts';
import { outputsOf } from '../support/templates.ts';

const outputs = outputsOf('dev');
const { answers, paste, run } = await openTerminal();

const OPERATIONS = 'docs/operations.md';
const DRILL = 'docs/operations/restore-drill.md';
const DEPLOYING = 'docs/deploying.md';

describe('The names of a stage', () => {
  test('of a mistyped stage are those of no other, in the same terminal', async () => {
    await run('export RESTORED=a-table-of-dev');
    answers['cloudformation describe-stacks'] = refused;
    const { code } = await paste(OPERATIONS, 'The names of a stage: sh', (text) => text.replace('=dev', '=dve'));
    expect(code).not.toBe(0);
    const { stdout } = await run('env');
    expect([...Object.keys(outputs), 'RESTORED'].filter((name) => stdout.includes(`${name}=`))).toEqual([]);
  });

  test.each([
    ['the alarms that are on', OPERATIONS, 'The names of a stage: sh 2', 'alarm-name-prefix', 'AlarmsLatency12'],
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
  const { code, stderr } = await paste(OPERATIONS, 'LeasesExpired: sh 2', failing);
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

  test.each(['Failed', 'Timeout', 'Cancelled'])('whose query ends as %s fails', async (status) => {
    answers['logs get-query-results'] = { status, results: rows };
    expect(await paste(OPERATIONS, 'Audit: sh')).toMatchObject({ code: 1, stdout: `sn=A1\n${status}: 1 lines\n` });
  });

  test.each(['describe-query-definitions', 'start-query', 'get-query-results'])(
    'ends when %s is refused',
    async (operation) => {
      answers['logs get-query-results'] = { status: 'Complete', results: rows };
      answers[`logs ${operation}`] = refused;
      const { code, stdout } = await paste(OPERATIONS, 'Audit: sh');
      expect([code === 0, stdout]).toEqual([false, '']);
    },
  );
});

describe('A restore', () => {
  test('waits for as long as it takes', async () => {
    answers['dynamodb describe-table'] = inTurn(...Array<string>(50).fill('CREATING'), 'ACTIVE');
    answers['dynamodb scan'] = '42';
    expect(await paste(DRILL, 'Restore drill: sh')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ACTIVE\n42\n$/),
    });
  });

  test.each(['restore-table-to-point-in-time', 'describe-table'])(
    'that is refused by %s ends, and nothing is counted',
    async (operation) => {
      answers['dynamodb describe-table'] = 'ACTIVE';
      answers[`dynamodb ${operation}`] = refused;
      const { code, calls } = await paste(DRILL, 'Restore drill: sh');
      expect([code === 0, calls.at(-1)?.operation]).toEqual([false, `dynamodb ${operation}`]);
    },
  );

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
    const { stdout } = await paste(
      OPERATIONS,
      'UpgradeFunctionErrors, GetStreamServersListErrors, RolloutFunctionErrors: sh',
    );
    expect(stdout).toBe(`${report('error')}\n2 time-outs\n`.repeat(3));
  });

  test.each([
    [
      'UpgradeFunctionThrottles, GetStreamServersListThrottles, RolloutFunctionThrottles: sh',
      /^ +2 192\.0\.2\.1\nnot JSON: 1 lines$/m,
    ],
    ['ClientErrors: sh', /^ +1 429 GET \/ 192\.0\.2\.1\nnot JSON: 0 lines$/m],
  ])('of the gateway are counted in spite of a line that is not JSON: %s', async (block, shown) => {
    have(access('429'), 'a "quote" {', access('200'));
    const { code, stdout } = await paste(OPERATIONS, block);
    expect(code).toBe(0);
    expect(stdout).toMatch(shown);
  });
});

test.each(['events put-rule', 'sqs get-queue-attributes', 'sqs set-queue-attributes', 'lambda add-permission'])(
  'A handler for which %s is refused is no target, and nothing else is changed',
  async (operation) => {
    Object.assign(answers, { 'events put-rule': 'arn:rule', 'sqs get-queue-attributes': 'arn:queue' });
    answers[operation] = refused;
    const given = (text: string) => `HANDLER_ARN=arn QUEUE_URL=url\n${text}`;
    const { code, calls } = await paste('docs/api/by-event.md', 'On AWS: sh', given);
    expect([code === 0, calls.at(-1)?.operation]).toEqual([false, operation]);
  },
);

test.each(['HANDLER_ARN', 'QUEUE_URL'])('Without %s, no rule is made for a handler', async (missing) => {
  const given = (text: string) => `HANDLER_ARN=arn QUEUE_URL=url\nunset ${missing}\n${text}`;
  const { code, calls, stderr } = await paste('docs/api/by-event.md', 'On AWS: sh', given);
  expect([code === 0, calls, stderr]).toEqual([false, [], expect.stringContaining(`${missing}: is not set`)]);
});

const ASKED = ['describe-event-bus', 'list-archives', 'describe-archive'];
test.each([
  ...[...ASKED, 'describe-rule'].map((operation) => ['docs/events/README.md', 'Replay: sh', operation] as const),
  ...ASKED.map((operation) => ['docs/operations/history.md', 'Send the events again: sh', operation] as const),
])('The replay of %s, %s, for which %s is refused does not begin', async (document, block, operation) => {
  Object.assign(answers, { 'events list-archives': { Archives: [{ ArchiveName: 'archive' }] } });
  answers[`events ${operation}`] = refused;
  answers['events describe-archive'] ??= ({ 'archive-name': name }) => (name === '' ? refused() : 'arn:archive');
  const { calls } = await paste(document, block);
  expect(calls.map((call) => call.operation)).not.toContain('events start-replay');
});

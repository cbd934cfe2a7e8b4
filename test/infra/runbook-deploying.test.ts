/** What the commands of docs/deploying.md do when something is amiss: nothing is deleted, moved or deployed after it. */
import { describe, expect, test } from '@jest/globals';
import { inTurn, openTerminal, refused } from '../support/docs/terminal.ts';
import { outputsOf } from '../support/templates.ts';

const { answers, paste } = await openTerminal();

const DEPLOYING = 'docs/deploying.md';

describe('A stack that failed to deploy', () => {
  const DELETE = 'If the first deploy fails: sh 2';

  test.each([
    [
      'ROLLBACK_COMPLETE',
      'ROLLBACK_COMPLETE',
      0,
      ['describe-stacks', 'update-termination-protection', 'delete-stack', 'wait stack-delete-complete'],
    ],
    ['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 1, ['describe-stacks']],
    ['unknown', refused, 1, ['describe-stacks']],
  ])('is deleted only if nothing of it was ever in use: %s', async (_name, status, expected, operations) => {
    answers['cloudformation describe-stacks'] = status;
    const { code, calls } = await paste(DEPLOYING, DELETE);
    expect(code === 0).toBe(expected === 0);
    expect(calls.map(({ args }) => args.slice(1).join(' ').split(' --')[0])).toEqual(operations);
  });
});

test('What would keep a stage from being deleted is listed, without what the stack deletes itself', async () => {
  const of = { PolicyRoles: [{ RoleName: 'gateway' }], PolicyUsers: [], PolicyGroups: [] };
  const Rules = [{ Name: 'theirs', Arn: 'arn' }, { Arn: outputsOf('dev')['HistoryRuleArn'] }, { ManagedBy: 'aws' }];
  Object.assign(answers, { 'iam list-entities-for-policy': of, 'events list-rules': { Rules } });
  expect((await paste('docs/operations/removing-a-stage.md', 'Removing a stage: sh')).stdout).toBe('gateway\ntheirs\n');
});

test("The tables of prod's first try are those of no other stage, and not those in use; each is listed with its time", async () => {
  const old = 'stream-fleet-prod-TablesDevices12';
  const inUse = 'stream-fleet-prod-TablesDevices34';
  const Outputs = [{ OutputKey: 'DevicesTableName', OutputValue: inUse }];
  answers['cloudformation describe-stacks'] = { Stacks: [{ Outputs }] };
  const others = ['stream-fleet-prod-x-TablesDevices12', 'stream-fleet-production'];
  answers['dynamodb list-tables'] = { TableNames: [old, inUse, ...others] };
  answers['dynamodb describe-table'] = ({ 'table-name': name }) => `${String(name)} 2026-11-29`;
  const list = await paste(DEPLOYING, 'If the first deploy fails: sh 3');
  expect(list).toMatchObject({ code: 0, stdout: `${old} 2026-11-29\n` });
});

test.each(['A first deploy: sh 2', 'Past an alarm that is on: sh'])(
  'Nothing is deployed with packages that could not be installed: %s',
  async (block) => {
    const npmThat = (does: string) => (text: string) => `npm() { ${does}; }\nnpx() { echo deployed; }\n${text}`;
    expect((await paste(DEPLOYING, block, npmThat('return 1'))).stdout).toBe('');
    expect((await paste(DEPLOYING, block, npmThat(':'))).stdout).toBe('deployed\n');
  },
);

test('A count of two periods is their sum', async () => {
  answers['cloudwatch get-metric-statistics'] = inTurn({ Datapoints: [{ Sum: 1 }, { Sum: 1 }] }, { Datapoints: [] });
  expect((await paste(DEPLOYING, 'A first deploy: sh 6')).stdout).toBe('2\n0\n0\n');
});

describe('An alias', () => {
  const [SHOW, MOVE] = ['Moving an alias by hand: sh', 'Moving an alias by hand: sh 2'];

  test('that is moved has no share of another version left', async () => {
    answers['deploy list-deployments'] = { deployments: [] };
    const { calls } = await paste(DEPLOYING, MOVE);
    expect(calls.at(-1)?.operation).toBe('lambda update-alias');
    expect(calls.at(-1)?.options['routing-config']).toBe('AdditionalVersionWeights={}');
  });

  test('is not moved while a deployment is under way', async () => {
    answers['deploy list-deployments'] = { deployments: ['d-1'] };
    const { code, stdout, calls } = await paste(DEPLOYING, MOVE);
    expect([code === 0, stdout, calls.length]).toEqual([false, 'under way: d-1\n', 1]);
  });

  test('is not moved by the block that shows it', async () => {
    const { calls } = await paste(DEPLOYING, SHOW);
    expect(calls.map(({ operation }) => operation)).toEqual(['lambda get-alias', 'lambda list-versions-by-function']);
  });
});

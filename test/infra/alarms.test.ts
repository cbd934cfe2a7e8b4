import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { alarms, isOn, nameOf, secondsToAlarm, type AlarmTerms } from '../support/alarms.ts';
import { partsOf, propertiesOf } from '../support/templates.ts';

const RUNBOOKS = ['', '/rollouts', '/stop-a-firmware'].map((page) => `docs/operations${page}.md`);

test('Alarms do not go off for want of requests, but the one of runs that nobody asks for, and look at a day at most, as CloudWatch does', () => {
  for (const alarm of alarms) {
    const isOfRuns = nameOf(alarm) === 'RolloutsNotAdvancing';
    expect(alarm.TreatMissingData).toBe(isOfRuns ? 'breaching' : 'notBreaching');
    expect((secondsToAlarm(alarm) / alarm.DatapointsToAlarm) * alarm.EvaluationPeriods).toBeLessThanOrEqual(86_400);
  }
});

test('Each alarm says what it means, and has its section in the runbook that it names; no section is about any other', () => {
  const named = RUNBOOKS.flatMap((runbook) => {
    const text = readFileSync(new URL(`../../${runbook}`, import.meta.url), 'utf8');
    return text
      .split(/^### /m)
      .slice(1)
      .map((section) => ({ runbook, section }));
  });
  const told = named.flatMap(({ runbook, section }) =>
    section
      .split('\n', 1)
      .join()
      .split(', ')
      .map((name) => `See ${runbook}, "${name}".`),
  );
  const descriptions = alarms.map(({ AlarmDescription }) => AlarmDescription);
  expect(told.sort()).toEqual(descriptions.map((text) => text.replace(/^.*\. (?=See )/, '')).sort());
  for (const { section } of named) {
    expect(section).toMatch(/\*\*For callers\.\*\* [\s\S]*\*\*First look\.\*\* [\s\S]*\*\*First aid\.\*\* /);
  }
  for (const text of descriptions) expect(text).toMatch(/^[A-Z].{20,}\. See /);
});

const quiet = Array<undefined>(11).fill(undefined);
const apart = [1, ...quiet, 1, ...quiet, 1];
const three = (value: number) => [value, value, value];
const five = (value: number | undefined) => Array(5).fill(value) as (typeof value)[];
const started = (...values: (number | undefined)[]) => ({ 'start-upgrade Started': values });
const byRollouts = (...values: number[]) => ({ 'advance-rollouts Started': values });
const lone = [1, undefined, 1, undefined, 1];
const changed = (first: string, then: string) => ({
  [`${first}-rollout Rollouts`]: [1],
  [`${then}-rollout Rollouts`]: [undefined, 1],
});
const refused = (reason: string, Refused: (number | undefined)[], Invocations: (number | undefined)[]) => ({
  [`${reason} Refused`]: Refused,
  Invocations,
});
const untaken = (TryAgain: (number | undefined)[], BatchSize: (number | undefined)[]) => ({ TryAgain, BatchSize });
const onCancel = { 'cancel-upgrade TryAgain': three(9), 'cancel-upgrade BatchSize': three(9) };
const onCanary = { 'start-upgrade TryAgain': three(10), BatchSize: three(50) };
const pipes = ['RequestedPipeFailures', 'FinishedPipeFailures', 'RolloutChangedPipeFailures'];

type Case = [alarm: string, on: boolean, what: string, values: Parameters<typeof isOn>[1]];

test.each<Case>([
  ...['EventsBehind', 'RequestedPipeBehind'].flatMap((name): Case[] => [
    [name, true, 'two starts in a row, and a pipe that never moved anything', started(1, 1)],
    [name, true, 'the same, and a pipe that has stopped', { ...started(9, 9, 9), EventCount: [9] }],
    [name, true, 'starts by roll-outs alone', { ...byRollouts(9, 9, 9), EventCount: [9] }],
    [name, false, 'one start, whose event may be counted in the next period', started(undefined, 1)],
    [name, false, 'lone starts, whose events are', { ...started(...lone), EventCount: [undefined, ...lone] }],
    [name, false, 'starts in a row, whose events are', { ...started(9, 9, 9), EventCount: [undefined, 9, 9] }],
    [name, false, 'starts whose events come, some later', { ...started(9, 9, 1), EventCount: [5, 3, 11] }],
    [name, false, 'events of earlier starts', { ...started(), EventCount: [1, 1] }],
  ]),
  ['FinishedPipeBehind', true, 'cancellations that nobody hears of', { Cancelled: [1, 1], EventCount: [] }],
  ['FinishedPipeBehind', false, 'one that is told', { Cancelled: [1, 1], EventCount: [undefined, 1] }],
  ['RolloutChangedPipeBehind', true, 'a roll-out made, and paused', changed('create', 'pause')],
  ['RolloutChangedPipeBehind', true, 'one resumed, and cancelled', changed('resume', 'cancel')],
  ['RolloutChangedPipeBehind', false, 'changes that are told', { ...changed('create', 'pause'), EventCount: [1, 1] }],
  ...['UpgradeFunction', 'GetStreamServersList', 'RolloutFunction'].flatMap((name): Case[] => [
    [`${name}5xx`, true, 'few requests, all without an answer', refused('TRY_AGAIN', [5], [5])],
    [`${name}5xx`, true, 'a canary that refuses all', refused('UNKNOWN_ERROR', [10], [100])],
    [`${name}5xx`, false, 'a few of very many', refused('TRY_AGAIN', [40], [900])],
    [`${name}5xx`, false, 'too few to tell', refused('TRY_AGAIN', [4], [4])],
    [`Quiet${name}5xx`, true, 'single ones, far apart', refused('TRY_AGAIN', apart, apart)],
    [`Quiet${name}5xx`, true, 'so, answered a minute later', refused('TRY_AGAIN', [undefined, ...apart], apart)],
    [`Quiet${name}5xx`, false, 'one that is repeated', refused('UNKNOWN_ERROR', [1, 1], [1, 1])],
    [
      `Quiet${name}5xx`,
      false,
      'a few of many',
      { 'TRY_AGAIN Refused': apart, Invocations: Array(25).fill(9) as number[] },
    ],
  ]),
  ['QuietServerErrors', true, 'single requests to no function, far apart', { '5xx': apart, Count: apart }],
  ['QuietServerErrors', false, 'one that is repeated', { '5xx': [1, 1], Count: [1, 1] }],
  ...['TryAgainAnswers', 'QuietTryAgainAnswers'].flatMap((name): Case[] => [
    [name, true, 'a stage that takes no claim', untaken(three(900), three(900))],
    [name, true, 'cancellations that are not taken', onCancel],
    [name, false, 'two bad minutes', untaken([900, 900, undefined], three(900))],
    [name, false, 'a few of very many', untaken(three(40), three(900))],
    [name, false, 'one device that asks twice', untaken([1, 1], [1, 1])],
    [name, false, 'claims that are all taken', { BatchSize: three(900) }],
    [name, name === 'TryAgainAnswers', 'a canary that takes none', onCanary],
    [name, name === 'QuietTryAgainAnswers', 'single devices, far apart', untaken(apart, apart)],
  ]),
  ['ReadUnits', true, 'a quarter of the default limit, on all tables', { ConsumedReadCapacityUnits: three(100_000) }],
  ['ReadUnits', false, 'less', { ConsumedReadCapacityUnits: three(99_999) }],
  ['ReadUnits', false, 'a burst of two minutes', { ConsumedReadCapacityUnits: [9e6, 9e6] }],
  ['UnfinishedUpgrades', true, 'upgrades of which none was ever finished', started(20)],
  ['UnfinishedUpgrades', true, 'upgrades of which a quarter is not', { ...started(40), EventCount: [30] }],
  ['UnfinishedUpgrades', true, 'so by roll-outs', { ...started(4), ...byRollouts(36), EventCount: [30] }],
  ['UnfinishedUpgrades', false, 'upgrades that are nearly all finished', { ...started(40), EventCount: [31] }],
  ['UnfinishedUpgrades', false, 'too few upgrades to tell', started(19)],
  ['UpgradesFailing', true, 'a quarter of the ends of an hour', { Failed: [5], Ended: [20] }],
  ['UpgradesFailing', false, 'fewer of them', { Failed: [5], Ended: [21] }],
  ['UpgradesFailing', false, 'all of a few', { Failed: [19], Ended: [19] }],
  ['UnfinishedUpgrades', false, 'ends of earlier upgrades', { EventCount: [30] }],
  ...pipes.flatMap((name): Case[] => [
    [name, true, 'executions that fail', { ExecutionFailed: [1, 1] }],
    [name, true, 'executions that fail in part', { ExecutionPartiallyFailed: [1, 1] }],
    [name, true, 'executions that take too long, and then fail', { ExecutionTimeout: [1], ExecutionFailed: [0, 1] }],
    [name, false, 'one bad time', { ExecutionFailed: [1, 0] }],
    [name, false, 'executions that all succeed', { ExecutionFailed: [0, 0], ExecutionPartiallyFailed: [0, 0] }],
  ]),
  ['HistoryFailures', true, 'events that it fails to write', { Errors: [1, 1] }],
  ['HistoryFailures', true, 'a table that takes none, and no room', { Errors: [3], Throttles: [0, 1] }],
  ['HistoryFailures', false, 'one bad time', { Errors: [1, 0] }],
  ['HistoryFailures', false, 'events that are all written', { Errors: [0, 0] }],
  ['RolloutsNotAdvancing', true, 'five minutes without any run', { RunsWell: five(undefined) }],
  ['RolloutsNotAdvancing', true, 'five minutes of runs that could not look at each', { RunsWell: five(0) }],
  ['RolloutsNotAdvancing', false, 'four such minutes', { RunsWell: [1, 0, undefined, 0, 0] }],
  ['RolloutsNotAdvancing', false, 'runs that end well', { RunsWell: five(1) }],
])('The alarm %s is on (%p) after %s', (name, on, _what, values) => {
  expect(alarms.filter((alarm) => nameOf(alarm) === name).map((alarm) => isOn(alarm, values))).toEqual([on]);
});

// A topic's own policy replaces the default one, which would allow it.
test('The topic of each alarm lets CloudWatch publish for alarms of this account and region; only plain HTTP is refused', () => {
  for (const { ActionsEnabled, AlarmActions } of alarms)
    expect([ActionsEnabled, AlarmActions]).toEqual([true, ['<AlarmsTopic>']]);
  const Allow = {
    Sid: expect.any(String),
    Effect: 'Allow',
    Action: 'sns:Publish',
    Resource: '<AlarmsTopic>',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: {
      StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
      ArnLike: { 'aws:SourceArn': 'arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*' },
    },
  };
  const Deny = expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
  const PolicyDocument = { Version: '2012-10-17', Statement: [Deny, Allow] };
  expect(propertiesOf('SNS::TopicPolicy')).toEqual([{ Topics: ['<AlarmsTopic>'], PolicyDocument }]);
});

test('The canary of prod gives each new version a tenth for ten minutes, and takes it back on alarms that go off in that time', () => {
  // Metrics need up to two minutes to arrive.
  const longest = 10 * 60 - 120;
  const all = partsOf('CloudWatch::Alarm');
  const groups = Object.entries(partsOf('CodeDeploy::DeploymentGroup'));
  expect(groups).toHaveLength(3);
  for (const [id, { Properties: group }] of groups) {
    expect(group).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']),
      },
    });
    const { Alarms } = group['AlarmConfiguration'] as { Alarms: { Name: string }[] };
    const guards = Alarms.map(({ Name }) => all[Name.slice(1, -1)]?.Properties as unknown as AlarmTerms);
    const name = id.replace('Canary', '');
    const kinds =
      name === 'RolloutFunction' ? ['5xx', 'Errors', 'Throttles'] : ['5xx', 'Errors', 'Latency', 'Throttles'];
    const own = kinds.map((kind) => `${name}${kind}`);
    expect(guards.map(nameOf).sort()).toEqual([...own, 'ServerErrors', 'TryAgainAnswers'].sort());
    for (const guard of guards) expect(secondsToAlarm(guard)).toBeLessThanOrEqual(longest);
  }
});

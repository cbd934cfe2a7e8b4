import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { alarms, isOn, nameOf, secondsToAlarm, type AlarmTerms } from '../support/alarms.ts';
import { partsOf, propertiesOf } from '../support/templates.ts';

const RUNBOOKS = ['docs/operations.md', 'docs/operations/rollouts.md'];

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

describe('An alarm', () => {
  const areOn = (name: string, values: Parameters<typeof isOn>[1]) =>
    alarms.filter((alarm) => nameOf(alarm) === name).map((alarm) => isOn(alarm, values));
  const quiet = Array<undefined>(11).fill(undefined);

  test.each([
    [
      'two starts an hour apart, and a pipe that never moved anything',
      true,
      { 'start-upgrade Started': [1, ...quiet, 1] },
    ],
    ['two starts in a row, and a pipe that has stopped', true, { 'start-upgrade Started': [9, 9, 9], EventCount: [9] }],
    ['one start, whose event may be counted a minute later', false, { 'start-upgrade Started': [...quiet, 1] }],
    [
      'starts whose events are moved, some of them later',
      false,
      { 'start-upgrade Started': [9, 9, 1], EventCount: [5, 3, 11] },
    ],
    ['events of earlier starts', false, { 'start-upgrade Started': [], EventCount: [1, 1] }],
    ['starts by roll-outs alone', true, { 'advance-rollouts Started': [9, 9, 9], EventCount: [9] }],
  ])('of events left behind, after %s: %p', (_what, on, values) => {
    expect(areOn('EventsBehind', values)).toEqual([on]);
  });

  const three = (value: number) => [value, value, value];
  const [none, apart] = [undefined, [1, ...quiet, 1, ...quiet, 1]];

  test.each<[string, boolean, boolean, Parameters<typeof isOn>[1]]>([
    ['a stage that takes no claim', true, true, { TryAgain: three(900), BatchSize: three(900) }],
    ['a canary that takes none', true, false, { 'start-upgrade TryAgain': three(10), BatchSize: three(50) }],
    [
      'cancellations that are not taken',
      true,
      true,
      { 'cancel-upgrade TryAgain': three(9), 'cancel-upgrade BatchSize': three(9) },
    ],
    ['two bad minutes', false, false, { TryAgain: [900, 900, none], BatchSize: three(900) }],
    ['a few of very many', false, false, { TryAgain: three(40), BatchSize: three(900) }],
    ['single devices, far apart', false, true, { TryAgain: apart, BatchSize: apart }],
    ['one device that asks twice', false, false, { TryAgain: [1, 1], BatchSize: [1, 1] }],
    ['claims that are all taken', false, false, { BatchSize: three(900) }],
  ])('of answers that say to try again, after %s: %p; on a quiet stage: %p', (_what, on, onQuiet, values) => {
    expect(areOn('TryAgainAnswers', values)).toEqual([on]);
    expect(areOn('QuietTryAgainAnswers', values)).toEqual([onQuiet]);
  });

  test.each([
    ['a quarter of the default limit, on all tables together', true, three(100_000)],
    ['less', false, three(99_999)],
    ['a burst of two minutes', false, [9e6, 9e6]],
  ])('of units read, after %s: %p', (_what, on, ConsumedReadCapacityUnits) => {
    expect(areOn('ReadUnits', { ConsumedReadCapacityUnits })).toEqual([on]);
  });

  test.each([
    ['upgrades of which none was ever finished', true, { 'start-upgrade Started': [20] }],
    ['upgrades of which a quarter is not finished', true, { 'start-upgrade Started': [40], EventCount: [30] }],
    ['upgrades that are nearly all finished', false, { 'start-upgrade Started': [40], EventCount: [31] }],
    ['too few upgrades to tell', false, { 'start-upgrade Started': [19] }],
    ['ends of earlier upgrades', false, { EventCount: [30] }],
    [
      'upgrades by roll-outs, of which a quarter is not finished',
      true,
      { 'start-upgrade Started': [4], 'advance-rollouts Started': [36], EventCount: [30] },
    ],
  ])('of unfinished upgrades, after %s: %p', (_what, on, values) => {
    expect(areOn('UnfinishedUpgrades', values)).toEqual([on]);
  });

  test.each([
    ['executions that fail', true, { ExecutionFailed: [1, 1] }],
    ['executions that fail in part', true, { ExecutionPartiallyFailed: [1, 1] }],
    ['executions that take too long, and then fail', true, { ExecutionTimeout: [1], ExecutionFailed: [0, 1] }],
    ['one bad time', false, { ExecutionFailed: [1, 0] }],
    ['executions that all succeed', false, { ExecutionFailed: [0, 0], ExecutionPartiallyFailed: [0, 0] }],
  ])('of a pipe, after %s: %p', (_what, on, values) => {
    for (const name of ['RequestedPipeFailures', 'FinishedPipeFailures', 'RolloutChangedPipeFailures'])
      expect(areOn(name, values)).toEqual([on]);
  });

  test.each([
    ['events that it fails to write', true, { Errors: [1, 1] }],
    ['a table that takes none, and no room', true, { Errors: [3], Throttles: [0, 1] }],
    ['one bad time', false, { Errors: [1, 0] }],
    ['events that are all written', false, { Errors: [0, 0] }],
  ])('of the history, after %s: %p', (_what, on, values) => {
    expect(areOn('HistoryFailures', values)).toEqual([on]);
  });

  const five = (value: number | undefined) => Array(5).fill(value) as (typeof value)[];
  test.each([
    ['five minutes without any', true, { RunsWell: five(undefined) }],
    ['five minutes of runs that could not look at each roll-out', true, { RunsWell: five(0) }],
    ['four such minutes', false, { RunsWell: [1, 0, undefined, 0, 0] }],
    ['runs that end well', false, { RunsWell: five(1) }],
  ])('of runs over roll-outs, after %s: %p', (_what, on, values) => {
    expect(areOn('RolloutsNotAdvancing', values)).toEqual([on]);
  });
});

// A topic's own policy replaces the default one, which would allow it.
test('The topic of each alarm lets CloudWatch publish for alarms of this account and region; only plain HTTP is refused', () => {
  for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual(['<AlarmsTopic>']);
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
  const groups = propertiesOf('CodeDeploy::DeploymentGroup');
  expect(groups).toHaveLength(3);
  for (const group of groups) {
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
    expect(guards.map(nameOf).sort()).toEqual([
      'GetStreamServersListErrors',
      'GetStreamServersListThrottles',
      'Latency',
      'RolloutFunctionErrors',
      'RolloutFunctionThrottles',
      'ServerErrors',
      'TryAgainAnswers',
      'UpgradeFunctionErrors',
      'UpgradeFunctionThrottles',
    ]);
    for (const guard of guards) expect(secondsToAlarm(guard)).toBeLessThanOrEqual(longest);
  }
});

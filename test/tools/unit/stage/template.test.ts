/** What the local stage takes from the stack: rules of the bus, schedules, and how long a session may last. */
import { expect, jest, test } from '@jest/globals';
import { parseTemplate } from '../../../../tools/stage/template.ts';
import { eventDelivery, startSchedules } from '../../../../tools/stage/bus/invocations.ts';
import { rulesOf, schedulesOf } from '../../../../tools/stage/bus/rules.ts';
import { until } from '../../../support/until.ts';
import { NAMED_STAGES } from '../../../../infra/stages.ts';
import { sessions } from '../../../../tools/stage/demo-data/items.ts';

const rule = {
  EventBusName: { Ref: 'Bus' },
  EventPattern: { source: ['ours'], 'detail-type': ['Ended'] },
  State: 'ENABLED',
  Targets: [{ Id: 'Target0', Arn: { Ref: 'Live' } }],
};
const withRule = (changes: object) =>
  parseTemplate({
    Resources: {
      Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Recorder' } } },
      Rule: { Type: 'AWS::Events::Rule', Properties: { ...rule, ...changes } },
    },
  });

test.each<[string, object]>([
  ['has a schedule too', { ScheduleExpression: 'rate(1 minute)' }],
  ['is off', { State: 'DISABLED' }],
  ['matches otherwise', { EventPattern: { source: [{ prefix: 'o' }] } }],
  ['leads to no function', { Targets: [{ Id: 'Target0', Arn: { Ref: 'Topic' } }] }],
  ['changes its events', { Targets: [{ ...rule.Targets[0], InputPath: '$.detail' }] }],
])('A rule that %s is refused by name', (_what, changes) => {
  expect(() => rulesOf(withRule(changes))).toThrow(/^Rule\b/);
});

const ended = { source: 'ours', detailType: 'Ended', detail: { sn: 'A1' } };

test('An event of a rule is handed over whole, three times at most, and then given up with a line', async () => {
  await using scope = new AsyncDisposableStack();
  const [invoked, lines]: [unknown[], string[]] = [[], []];
  const invoke = (id: string, event: unknown) => Promise.reject(new Error(String(invoked.push([id, event]))));
  const onTrouble = (line: string) => lines.push(line);
  const deliver = eventDelivery(scope, { template: withRule({}), functions: { invoke }, onTrouble });
  for (const event of [{ ...ended, source: 'theirs' }, { ...ended, detailType: 'Begun' }, ended]) deliver(event);
  await until(() => lines.length > 0);
  const whole = {
    ...{ version: '0', id: expect.stringMatching(/^[\da-f-]{36}$/), source: 'ours', 'detail-type': 'Ended' },
    ...{ account: '000000000000', region: 'eu-central-1', time: expect.stringMatching(/^[\d-]{10}T[\d:]{8}Z$/) },
    ...{ resources: [], detail: { sn: 'A1' } },
  };
  expect(invoked).toEqual(Array(3).fill(['Recorder', whole]));
  expect(lines).toEqual(['An event for Recorder is given up: Error: 3']);
});

const scheduled = { EventBusName: undefined, EventPattern: undefined, ScheduleExpression: 'rate(2 minutes)' };
const ofSchedule = parseTemplate(JSON.parse(JSON.stringify(withRule(scheduled))));

test('A schedule is no rule of the bus; one by the hour is refused by name', () => {
  expect(rulesOf(ofSchedule)).toEqual([]);
  expect(schedulesOf(ofSchedule)).toEqual([{ functionId: 'Recorder', everyMs: 120_000 }]);
  const hourly = { ...scheduled, ScheduleExpression: 'rate(1 hour)' };
  expect(() => schedulesOf(parseTemplate(JSON.parse(JSON.stringify(withRule(hourly)))))).toThrow(
    /^Rule\b.*ScheduleExpression/,
  );
});

test('A schedule goes on after a failure, which a line tells, waits for an invocation that lasts, and ends with the scope', async () => {
  jest.useFakeTimers();
  const [invoked, lines]: [unknown[], string[]] = [[], []];
  const gate = Promise.withResolvers<undefined>();
  const invoke = (id: string, event: unknown) =>
    invoked.push([id, event]) === 1 ? Promise.reject(new Error('no table')) : gate.promise;
  const scope = new AsyncDisposableStack();
  const onTrouble = (line: string) => lines.push(line);
  startSchedules(scope, { everyMs: undefined }, { template: ofSchedule, functions: { invoke }, onTrouble });
  const timesAfter = async (minutes: number) => {
    await jest.advanceTimersByTimeAsync(minutes * 60_000);
    return invoked.length;
  };
  expect([await timesAfter(1), await timesAfter(1), await timesAfter(2), await timesAfter(10)]).toEqual([0, 1, 2, 2]);
  expect(lines).toEqual(['A scheduled invocation of Recorder failed: Error: no table']);
  expect(invoked).toEqual(Array(2).fill(['Recorder', expect.objectContaining({ source: 'aws.events' })]));
  gate.resolve(undefined);
  expect(await timesAfter(2)).toBe(3);
  await scope.disposeAsync();
  expect(await timesAfter(10)).toBe(3);
  jest.useRealTimers();
});

test.each(Object.entries(NAMED_STAGES))('No demo session lasts longer than %s allows', (_name, stage) => {
  const { longestSessionDays = Infinity } = stage as { longestSessionDays?: number };
  const days = sessions.map(({ expiresAt }) => (expiresAt - Date.now() / 1000) / 86_400);
  expect(Math.max(...days)).toBeLessThan(longestSessionDays);
  expect(Math.max(...days)).toBeGreaterThan(28);
});

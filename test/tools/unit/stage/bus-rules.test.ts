/** Rules of the bus on the local stage: which are known, and what becomes of an event that a function does not take. */
import { expect, test } from '@jest/globals';
import { eventDelivery } from '../../../../tools/stage/bus/deliver-events.ts';
import { rulesOf } from '../../../../tools/stage/bus/rules.ts';
import { parseTemplate } from '../../../../tools/stage/template.ts';
import { until } from '../../../support/until.ts';

const rule = {
  EventBusName: { Ref: 'Bus' },
  EventPattern: { source: ['ours'], 'detail-type': ['Ended'] },
  State: 'ENABLED',
  Targets: [{ Id: 'Target0', Arn: { Ref: 'Live' } }],
};
const templateWith = (changes: object) =>
  parseTemplate({
    Resources: {
      Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Recorder' } } },
      Rule: { Type: 'AWS::Events::Rule', Properties: { ...rule, ...changes } },
    },
  });

test.each<[string, object]>([
  ['has a schedule', { ScheduleExpression: 'rate(1 minute)' }],
  ['is off', { State: 'DISABLED' }],
  ['matches otherwise', { EventPattern: { source: [{ prefix: 'o' }] } }],
  ['leads to no function', { Targets: [{ Id: 'Target0', Arn: { Ref: 'Topic' } }] }],
  ['changes its events', { Targets: [{ ...rule.Targets[0], InputPath: '$.detail' }] }],
])('A rule that %s is refused by name', (_what, changes) => {
  expect(() => rulesOf(templateWith(changes))).toThrow(/^Rule\b/);
});

const ended = { source: 'ours', detailType: 'Ended', detail: { sn: 'A1' } };

test('An event of a rule is handed over whole, three times at most, and then given up with a line', async () => {
  await using scope = new AsyncDisposableStack();
  const [invoked, lines]: [unknown[], string[]] = [[], []];
  const invoke = (id: string, event: unknown) => Promise.reject(new Error(String(invoked.push([id, event]))));
  const functions = { invoke, kill: () => Promise.resolve() };
  const deliver = eventDelivery(scope, {
    template: templateWith({}),
    functions,
    onTrouble: (line) => lines.push(line),
  });
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

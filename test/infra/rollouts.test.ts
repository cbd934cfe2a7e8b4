/** The schedule that keeps roll-outs going, and what the pipe makes of their heads as the store writes them. */
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from '../../docs/events/rollout-changed.schema.json' with { type: 'json' };
import type { Rollout } from '../../functions/domain/rollout.ts';
import { made } from '../../functions/rollout/make.ts';
import { createRequest } from '../../functions/rollout/request.ts';
import { chunkItem, headItem } from '../../functions/store/rollout-records.ts';
import { pipesOf } from '../../tools/stage/pipes/pipes.ts';
import { parseTemplate } from '../../tools/stage/template.ts';
import { partsOf, propertiesOf, templateOf } from '../support/templates.ts';

test('Once a minute the schedule invokes the run, which is not tried again, and is dropped when a minute old', () => {
  const RetryPolicy = { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 };
  expect(partsOf('Events::Rule')['RolloutRunSchedule']?.Properties).toMatchObject({
    ScheduleExpression: 'rate(1 minute)',
    State: 'ENABLED',
    Targets: [{ Arn: '<RolloutRunAdvanceLive>', RetryPolicy }],
  });
  expect(propertiesOf('Lambda::EventInvokeConfig')).toEqual([expect.objectContaining(RetryPolicy)]);
  expect(propertiesOf('Lambda::Permission')).toContainEqual(
    expect.objectContaining({ FunctionName: '<RolloutRunAdvanceLive>', SourceArn: '<RolloutRunSchedule.Arn>' }),
  );
});

const rollout = made(
  createRequest({ 'rollout-id': 'spring-21', 'firmware-id': 21, sn: ['A1', 'A2'] }),
  'ann',
  new Date('2026-11-27T12:00:00Z'),
);
const pipes = pipesOf(parseTemplate(templateOf('dev')));
const eventsOf = (NewImage?: object, OldImage?: object) =>
  pipes.flatMap((pipe) => pipe.eventOf({ dynamodb: { NewImage, OldImage } }) ?? []);

type State = Partial<Pick<Rollout, 'state' | 'reason' | 'version' | 'phase'>>;
const paused = (reason: Rollout['reason']): State => ({ state: 'paused', reason, version: 2 });
const headOf = (state: State | undefined) => state && headItem({ ...rollout, ...state });

test.each<[what: string, isSent: boolean, before: State | undefined, after: State]>([
  ['made', true, undefined, {}],
  ['resumed', true, paused('gate'), {}],
  ['paused by a person', true, {}, paused('operator')],
  ['stopped for its failures', true, {}, paused('failures')],
  ['stopped for its failures while it was paused', true, paused('operator'), paused('failures')],
  ['completed', true, {}, { state: 'completed' }],
  ['cancelled while it was paused', true, paused('firmware'), { state: 'cancelled' }],
  ['going on', false, {}, { version: 2 }],
  ['paused and looked at', false, paused('operator'), paused('operator')],
  ['set aside while it was paused', true, paused('operator'), paused('error')],
  ['set aside after it was stopped', false, paused('failures'), paused('error')],
  ['over after its end', false, { state: 'cancelled' }, { state: 'cancelled', phase: 'over' }],
])('A roll-out that is %s is told: %p', (_what, isSent, before, after) => {
  const sent = eventsOf(headOf(after), headOf(before));
  const { state = 'running', reason = '-', version = 1 } = after;
  const detail = expect.objectContaining({ state, reason, version: String(version), rolloutId: 'spring-21' });
  expect(sent).toEqual(isSent ? [{ source: 'stream-fleet', detailType: 'RolloutChanged', detail }] : []);
});

const isValid = new Ajv2020({ strict: true }).compile({ ...schema, additionalProperties: false });

test('An event of a roll-out fits its schema; a head that was damaged, its members and its deletion send none', () => {
  const [event] = eventsOf(headItem(rollout));
  expect([isValid(event?.detail), isValid.errors]).toEqual([true, null]);
  const { counts, ...damaged } = { ...headItem({ ...rollout, ...paused('error') }) };
  expect(counts).toBeDefined();
  expect(eventsOf(damaged, headItem(rollout))).toEqual([]);
  expect(eventsOf(chunkItem(rollout, { number: 0, sns: ['A1'], letters: ['q'] }))).toEqual([]);
  expect(eventsOf(undefined, headItem(rollout))).toEqual([]);
});

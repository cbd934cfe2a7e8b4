import type { RolloutOperation } from '../../../functions/domain/operations.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { NO_DEVICE, upgrade } from '../requests.ts';
import { check, onStage, quick, refused, rule, told, type Case, type Passing, type Subject } from './case.ts';
import { NO_ROLLOUT, rolloutRefusalCases, VALID } from './rollout-refusals.ts';

const ANY: Passing = { status: 200, code: 0, devices: undefined };
const REPORTED = ['firmware-id', 'version', 'state', 'wave', 'total', 'waves', 'counts', 'created-by', 'changed-at'];

/** Roll-outs. None has a device that can be started. */
export function rolloutCases(subject: Subject): readonly Case[] {
  return [...rolloutRefusalCases(subject), ...unknownCases(subject), ...madeCases(subject), ...rolloutStory()];
}

function unknownCases({ admin, firmwareId }: Subject): readonly Case[] {
  const ask = askedBy(admin);
  const unknown = told([NO_ROLLOUT, 16]);
  const named = { 'rollout-id': NO_ROLLOUT };
  return rule(
    'Of an unknown roll-out every operation says so, and a dry run makes none',
    ['admin'],
    check('A dry run', ask('dry-run-rollout', { ...VALID, 'firmware-id': firmwareId }), told([NO_ROLLOUT, 0]), {
      needs: ['firmwareId'],
    }),
    quick(check('The status', ask('rollout-status', named), unknown)),
    check('Its devices', ask('rollout-status', { ...named, state: 'failed' }), unknown),
    check('A pause', ask('pause-rollout', named), unknown),
    check('A resume', ask('resume-rollout', { ...named, version: 1 }), unknown),
    check('A cancellation', ask('cancel-rollout', named), unknown),
    check('A state without a roll-out', ask('rollout-status', { state: 'failed' }), refused(400, 7, 'state')),
    check('An unknown state', ask('rollout-status', { ...named, state: 'lost-again' }), refused(400, 7, 'state')),
    quick(check('All roll-outs are listed', ask('rollout-status', {}), ANY)),
  );
}

/** Its only device is unknown, so that it starts nothing. It is made once, and found by later runs. */
function madeCases({ admin, firmwareId }: Subject): readonly Case[] {
  const ask = askedBy(admin);
  const id = `conformance-${String(firmwareId)}`;
  const plan = { 'rollout-id': id, 'firmware-id': firmwareId, sn: [NO_DEVICE] };
  const named = { 'rollout-id': id };
  return rule(
    'A roll-out is made once, goes by its id, and is told until it is over',
    ['admin', 'firmwareId', 'start'],
    check('It is made', ask('create-rollout', plan), told([id, 0, 1])),
    check('The same again makes no other', ask('create-rollout', { ...plan, 'wait-hours': 24 }), told([id, 1])),
    check('Another request by its id', ask('create-rollout', { ...plan, 'wait-hours': 1 }), refused(409, 41, id)),
    check('Its status', ask('rollout-status', named), { ...told([id, 0]), fields: REPORTED }),
    check('Its devices', ask('rollout-status', { ...named, state: 'queued' }), {
      ...told([id, 0]),
      fields: ['devices'],
    }),
    check('A pause', ask('pause-rollout', named), told([id, 0, 1, 38])),
    check('A resume of what nobody saw', ask('resume-rollout', { ...named, version: 1_000_000 }), told([id, 38])),
    check('A cancellation', ask('cancel-rollout', named), told([id, 0, 1, 38])),
    check('It does not go on', ask('pause-rollout', named), told([id, 38])),
  );
}

/** A roll-out of demo devices, from its dry run to its end. None of them can be started, so that runs change nothing. */
function rolloutStory(): readonly Case[] {
  const id = 'spring-21';
  const named = { 'rollout-id': id };
  const plan = { ...named, 'firmware-id': DEMO.firmwareId, sn: [DEMO.offlineDevice, 'no-such-device'] };
  const of = (example: string, name: string, operation: RolloutOperation, body: object, passes: Passing) =>
    onStage('demo', example, name, askedBy(DEMO.admin)(operation, body), passes);
  const resume = { ...named, version: 2 };
  return rule(
    'A roll-out is paused, resumed as it was seen, and cancelled for good',
    [],
    of('rolloutDryRun', 'What would become of it', 'dry-run-rollout', plan, told([id, 0])),
    of('rolloutMade', 'Made', 'create-rollout', plan, told([id, 0])),
    of('rolloutRepeat', 'The same again', 'create-rollout', plan, told([id, 1])),
    of('rolloutIdTaken', 'The id is taken', 'create-rollout', { ...plan, 'wait-hours': 0 }, refused(409, 41, id)),
    of('rolloutDryRunTaken', 'It is there already', 'dry-run-rollout', plan, told([id, 1])),
    of('rolloutStatus', 'How it stands', 'rollout-status', named, told([id, 0])),
    of('rolloutDevices', 'Its devices in a state', 'rollout-status', { ...named, state: 'queued' }, told([id, 0])),
    of('rolloutUnknown', 'There is none', 'rollout-status', { 'rollout-id': NO_ROLLOUT }, told([NO_ROLLOUT, 16])),
    of('rolloutPaused', 'Paused', 'pause-rollout', named, told([id, 0])),
    of('rolloutPauseRepeat', 'Paused already', 'pause-rollout', named, told([id, 1])),
    of('rolloutResumed', 'Goes on', 'resume-rollout', resume, told([id, 0])),
    of('rolloutResumeRepeat', 'The same again', 'resume-rollout', resume, told([id, 1])),
    of('rolloutNotAsSeen', 'Not as it was seen', 'resume-rollout', { ...named, version: 1 }, told([id, 38])),
    of('rolloutCancelled', 'Cancelled', 'cancel-rollout', named, told([id, 0])),
    of('rolloutCancelRepeat', 'Cancelled already', 'cancel-rollout', named, told([id, 1])),
    of('rolloutTooLate', 'It has ended', 'pause-rollout', named, told([id, 38])),
    of('rollouts', 'All, newest first', 'rollout-status', {}, ANY),
  );
}

function askedBy(admin: Subject['admin']) {
  return (operation: RolloutOperation, body: object) => upgrade(operation, JSON.stringify(body), admin);
}

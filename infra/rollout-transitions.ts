import { MEMBER_STATES } from '../functions/domain/members.ts';
import { detailOf, type Fields, type Transition } from './transition.ts';

const THERE = [{ exists: true }];

/** The counts of a head, each in the place of its name: names of attributes have no hyphen, which paths may not have. */
const COUNTS = MEMBER_STATES.map((state) => [state, state === 'timed-out' ? 'timedOut' : state] as const);

/** Every head has these. Without them one that a foreign hand has damaged would send an event of empty fields. */
const HEAD = {
  part: { S: ['head'] },
  firmwareId: { N: THERE },
  version: { N: THERE },
  wave: { N: THERE },
  reason: { S: THERE },
  counts: { M: Object.fromEntries(COUNTS.map(([, name]) => [name, { N: THERE }])) },
};

/** From one of these states to one of those. */
function from(before: readonly string[], after: readonly string[]) {
  return { dynamodb: { NewImage: { ...HEAD, state: { S: after } }, OldImage: { state: { S: before } } } };
}

/** A roll-out stopped by its failures, or set aside, that was paused for another reason before. One that its failures have stopped already sends nothing. */
const STOPPED_WHILE_PAUSED = {
  dynamodb: {
    NewImage: { ...HEAD, state: { S: ['paused'] }, reason: { S: ['failures', 'error'] } },
    OldImage: { state: { S: ['paused'] }, reason: { S: ['operator', 'no-success', 'gate', 'firmware'] } },
  },
};

/**
 * A roll-out was made, resumed, paused or stopped, or has ended. The next wave sends nothing. The version tells copies from
 * changes, and their order.
 */
export const ROLLOUT_CHANGED: Transition = {
  detailType: 'RolloutChanged',
  patterns: [
    // Made: there was nothing.
    {
      dynamodb: {
        NewImage: { ...HEAD, state: { S: ['running'] } },
        OldImage: { rolloutId: { S: [{ exists: false }] } },
      },
    },
    from(['paused'], ['running']),
    from(['running'], ['paused']),
    STOPPED_WHILE_PAUSED,
    from(['running', 'paused'], ['completed', 'cancelled']),
  ],
  inputTemplate: detailOf({
    rolloutId: 'rolloutId.S',
    firmwareId: 'firmwareId.N',
    version: 'version.N',
    state: 'state.S',
    reason: 'reason.S',
    wave: 'wave.N',
    counts: Object.fromEntries(COUNTS.map(([state, name]) => [state, `counts.M.${name}.N`])),
  } satisfies Fields),
};

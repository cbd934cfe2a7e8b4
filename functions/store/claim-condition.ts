import { epochSeconds, LAST_EPOCH_SECOND } from '../domain/epoch-seconds.ts';
import { LIVE_STATES, type Upgrade } from '../domain/upgrade.ts';

/** A claim never reaches the engine later than this: AWS refuses a call whose signature is five minutes old. */
const LATEST_MS = 5 * 60 * 1000;

const STATES = Object.fromEntries(LIVE_STATES.map((state) => [`:${state}`, { S: state }]));
const IS_LIVE = `#state IN (${Object.keys(STATES).join(', ')}) AND #leaseEndsAt BETWEEN :soonest AND :latest`;
const IS_NEWER = '#requestedAt BETWEEN :requestedAt AND :latestRequest';
const CONDITION = `NOT (${IS_LIVE}) AND NOT (${IS_NEWER})`;
const NAMES = { '#state': 'state', '#leaseEndsAt': 'leaseEndsAt', '#requestedAt': 'requestedAt' };

/**
 * The condition under which a claim may be written over what is on record for its device:
 *
 *     nothing   requested or running, lease ahead   succeeded or failed   lease run out   requested when we were, or after
 *     write     refuse                              write                 write           refuse
 *
 * The first part is `isLive` of the domain, said to the engine, and denied: an absent or wrong attribute makes a
 * comparison false and so frees the device. The second keeps the records of a device in order of time. So once a claim
 * has been on record, it cannot be written a second time, neither by the client that repeats it after a lost reply nor
 * by the network that brings it late, even if the device and others after it have finished in between. What is
 * requested still later is from a wrong clock, and frees the device.
 */
export function claimCondition({ requestedAt }: Upgrade) {
  return {
    ConditionExpression: CONDITION,
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ...STATES,
      ':soonest': { N: String(epochSeconds(requestedAt) + 1) },
      ':latest': { N: String(LAST_EPOCH_SECOND) },
      ':requestedAt': { S: requestedAt.toISOString() },
      ':latestRequest': { S: new Date(requestedAt.getTime() + LATEST_MS).toISOString() },
    },
  };
}

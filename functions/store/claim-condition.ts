import { epochSeconds, LAST_EPOCH_SECOND } from '../domain/epoch-seconds.ts';
import { LIVE_STATES, type Upgrade } from '../domain/upgrade.ts';

/**
 * The condition under which a claim may be written over what is on record for its device:
 *
 *     nothing   requested or running, lease ahead   succeeded or failed   lease run out   our own token
 *     write     refuse                              write                 write           refuse
 *
 * It is `isLive` of the domain, said to the engine, and denied: an absent or wrong attribute makes a comparison false
 * and so frees the device. The token keeps a claim that the client repeats after a lost reply from being written
 * twice, should the device have finished in between.
 */
export function claimCondition({ requestedAt, claimToken }: Upgrade) {
  const states = Object.fromEntries(LIVE_STATES.map((state) => [`:${state}`, state]));
  const isLive = `#state IN (${Object.keys(states).join(', ')}) AND #leaseEndsAt BETWEEN :soonest AND :latest`;
  return {
    ConditionExpression: `NOT (${isLive}) AND NOT #claimToken = :claimToken`,
    ExpressionAttributeNames: { '#state': 'state', '#leaseEndsAt': 'leaseEndsAt', '#claimToken': 'claimToken' },
    ExpressionAttributeValues: {
      ...states,
      ':soonest': epochSeconds(requestedAt) + 1,
      ':latest': LAST_EPOCH_SECOND,
      ':claimToken': claimToken,
    },
  };
}

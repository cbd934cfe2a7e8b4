import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from '../../tools/stage/dynamodb.ts';
import { newSns, put, stage } from './stage.ts';
import { after, CLAIMED_AT_SECONDS, EARLIER } from './upgrades.ts';

/** A device that has somebody else's upgrade on record, live unless told otherwise. */
export async function held(overrides: Record<string, unknown> = {}): Promise<string> {
  const [sn = ''] = newSns(1);
  await put('upgrades', { sn, ...EARLIER, requestedAt: after(-60_000), ...overrides });
  return sn;
}

/** Attributes of other types than they should have, each given as it is stored. */
const ODD = {
  upgradeId: { N: '7' },
  firmwareId: { S: '22' },
  claimToken: { L: [{ S: 'token' }] },
  state: { S: 'failed' },
  leaseEndsAt: { S: '4102445400' },
  ['__proto__']: { M: { state: { S: 'running' } } },
};
/** What the store tells of such a record. */
export const TOLD_OF_ODD = {
  upgradeId: undefined,
  firmwareId: undefined,
  claimToken: undefined,
  state: 'failed',
  leaseEndsAt: undefined,
};

/** A device that has such a record. */
export async function oddlyHeld(): Promise<string> {
  const [sn = ''] = newSns(1);
  const direct = localDynamoDB(stage.dynamodbEndpoint);
  await direct.send(new PutItemCommand({ TableName: stage.tables.upgrades, Item: { ...ODD, sn: { S: sn } } }));
  direct.destroy();
  return sn;
}

/** All that a record needs in order to hold its device. */
const BARE = { state: 'running', leaseEndsAt: CLAIMED_AT_SECONDS + 600 };
/** What the store tells of such a record. */
export const TOLD_OF_BARE = { upgradeId: undefined, firmwareId: undefined, claimToken: undefined, ...BARE };

/** A device that has such a record. */
export async function barelyHeld(): Promise<string> {
  const [sn = ''] = newSns(1);
  await put('upgrades', { sn, ...BARE });
  return sn;
}

import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Cancellation, Claim } from '../domain/ports.ts';
import { leaseEnds, LIVE_STATES, type Upgrade } from '../domain/upgrade.ts';
import { NONE, type UpgradeItem } from './items/upgrade.ts';
import { parameter, quotedTable, type Statement } from './statement.ts';
import { encodedUserName } from './user-names.ts';

/** 90 days: far longer than any upgrade runs, so that the record outlives its end however often its lease is renewed. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

type AddedLater = 'decidedAt' | 'progress' | 'reason' | 'cancelledAt' | 'cancelToken' | 'endedBy' | 'endedAt';
type FreshItem = Omit<UpgradeItem, AddedLater>;

/** The attributes of a fresh record besides its key, in the order of the parameters. */
const WRITTEN = [
  'upgradeId',
  'firmwareId',
  'version',
  'location',
  'sizeBytes',
  'sha256',
  'claimToken',
  'requestedBy',
  'requestKey',
  'requestedAt',
  'cancelledBy',
  'state',
  'leaseEndsAt',
  'expiresAt',
] as const satisfies readonly (keyof FreshItem)[];

/**
 * Attributes that others add later, after the one that only some claims have. A new claim removes them: a `progress` that stayed
 * would hold back its event.
 */
const REMOVED: readonly AddedLater[] = [
  'decidedAt',
  'progress',
  'reason',
  'cancelledAt',
  'cancelToken',
  'endedBy',
  'endedAt',
];

const STATES = LIVE_STATES.map((state) => `'${state}'`).join(', ');

/** `isLive` of the domain as a condition. In the engine, comparing what is absent or of another type is false. */
const IS_LIVE = `"state" IN [${STATES}] AND "leaseEndsAt" BETWEEN ? AND ?`;

/** `=` never matches an id that is missing, null, a number or a map. */
const HAS_NO_ID = `("upgradeId" IS MISSING OR NOT attribute_type("upgradeId", 'S'))`;

/**
 * The statement of a claim. It is written
 *
 * - where nothing was on record: if there is nothing yet;
 * - else: if the very upgrade that was read is still on record, and does not hold its device.
 *
 * A record stays until long after its end, and never returns to an id that it had. So a claim is not written twice, neither
 * by the client that repeats it nor by the network that brings it late.
 *
 * Texts are constants, all values parameters. Throws when no table can have this name.
 */
export function claimStatements(table: string): (claim: Claim) => Statement {
  const plain = claimTexts(table, WRITTEN, REMOVED);
  // Of one that was decided on long before, that stays; so the later decision can be told from the later claim.
  const decided = claimTexts(table, [...WRITTEN, 'decidedAt'], REMOVED.slice(1));

  return ({ upgrade, replaced }) => {
    const item = upgradeItem(upgrade);
    const sn = { S: upgrade.sn };
    const { decidedAt } = upgrade;
    const { insert, updateById, updateWithoutId } = decidedAt === undefined ? plain : decided;
    const last = decidedAt === undefined ? [] : [{ S: decidedAt }];
    const fresh = [...WRITTEN.map((name) => parameter(item[name])), ...last];
    if (replaced === undefined) return { text: insert, parameters: [sn, ...fresh] };
    const ends = leaseEnds(epochSeconds(upgrade.requestedAt)).map(parameter);
    const { upgradeId } = replaced;
    if (upgradeId === undefined) return { text: updateWithoutId, parameters: [...fresh, sn, ...ends] };
    return { text: updateById, parameters: [...fresh, sn, { S: upgradeId }, ...ends] };
  };
}

function claimTexts(table: string, written: readonly string[], removed: readonly string[]) {
  const values = ['sn', ...written].map((name) => `'${name}': ?`).join(', ');
  const changes = [...written.map((name) => `SET "${name}" = ?`), ...removed.map((name) => `REMOVE "${name}"`)];
  const update = (isTheOne: string) =>
    `UPDATE ${quotedTable(table)} ${changes.join(' ')} WHERE "sn" = ? AND ${isTheOne} AND NOT (${IS_LIVE})`;
  return {
    insert: `INSERT INTO ${quotedTable(table)} VALUE {${values}}`,
    updateById: update('"upgradeId" = ?'),
    updateWithoutId: update(HAS_NO_ID),
  };
}

/**
 * The statement of a cancellation. It is written if the very upgrade that was read is still on record and `requested`: once
 * the device gateway has reported on an upgrade, it is never `requested` again. Throws when no table can have this name.
 */
export function cancelStatements(table: string): (cancellation: Cancellation) => Statement {
  const set = `SET "state" = 'cancelled' SET "cancelledBy" = ? SET "cancelledAt" = ? SET "cancelToken" = ?`;
  const update = (isTheOne: string) =>
    `UPDATE ${quotedTable(table)} ${set} WHERE "sn" = ? AND ${isTheOne} AND "state" = 'requested'`;
  const [updateById, updateWithoutId] = [update('"upgradeId" = ?'), update(HAS_NO_ID)];

  return ({ sn, current: { upgradeId }, cancelledBy, cancelledAt, cancelToken }) => {
    const parameters = [encodedUserName(cancelledBy), cancelledAt.toISOString(), cancelToken, sn].map(parameter);
    if (upgradeId === undefined) return { text: updateWithoutId, parameters };
    return { text: updateById, parameters: [...parameters, { S: upgradeId }] };
  };
}

/** A fresh upgrade as it is stored. */
export function upgradeItem(claimed: Upgrade): FreshItem {
  const { file, requestedBy, requestKey = NONE, requestedAt, decidedAt: _, ...upgrade } = claimed;
  return {
    ...upgrade,
    ...file,
    requestedBy: encodedUserName(requestedBy),
    requestKey,
    // The state shows that it is no name.
    cancelledBy: NONE,
    requestedAt: requestedAt.toISOString(),
    state: 'requested',
    expiresAt: epochSeconds(requestedAt) + KEPT_SECONDS,
  };
}

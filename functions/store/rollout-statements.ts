import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Chunk } from '../domain/members.ts';
import type { RolloutChange } from '../domain/ports.ts';
import type { Moment, Rollout } from '../domain/rollout.ts';
import { HEAD } from './items/rollout.ts';
import { NONE } from './items/upgrade.ts';
import { headItem, partOf } from './rollout-records.ts';
import { parameter, quotedTable, type Statement } from './statement.ts';
import { encodedUserName } from './user-names.ts';

/** What may change in a head, in the order of the parameters. */
const CHANGING = [
  ...['state', 'reason', 'phase', 'version', 'revision', 'changedBy', 'changedAt', 'waves', 'wave', 'nextWaveAt'],
  ...['cursor', 'counts', 'own', 'before', 'resumedAt', 'resumedFrom', 'openChunks'],
] as const;

const ENDED = `"state" IN ['completed', 'cancelled']`;
const SET_ASIDE = `"state" = 'paused' AND "reason" = 'error'`;

/** The rest of a head. */
const FIXED = [
  ...['rolloutId', 'part', 'schema', 'firmwareId', 'createdBy', 'createdAt', 'bodyHash', 'membersId', 'total'],
  ...['betweenWaves', 'failedPercent', 'ofAtLeast', 'maxInFlight', 'waitHours', 'expiresAt'],
] as const;

const ALL = [...FIXED, ...CHANGING];

/** The statements of roll-outs: constant texts, all values parameters. Throws when no table can have this name. */
export function rolloutStatements(table: string) {
  const update = (set: string, condition: string) =>
    `UPDATE ${quotedTable(table)} ${set} WHERE "rolloutId" = ? AND "part" = ${condition}`;
  const head = (set: string, condition: string) => update(set, `'${HEAD}' AND ${condition}`);
  const changes = CHANGING.map((name) => `SET "${name}" = ?`).join(' ');
  // By its revision: every write of a head has another. So a change is written over the very head that it was made from.
  const changed = head(changes, '"revision" = ?');
  // The state beside it is what a pause and a cancel are about: no claim depends on their counting revisions.
  const claimed = head(changes, `"revision" = ? AND "state" = 'running'`);
  // The letters that were read: a chunk that a foreign hand has changed is never written over.
  const chunk = update('SET "letters" = ?', `? AND "letters" = ?`);

  const values = ALL.map((name) => `'${name}': ?`).join(', ');
  const insert = `INSERT INTO ${quotedTable(table)} VALUE {${values}}`;

  return {
    /** Written if there is no roll-out with this id: of two requests at the same time, one makes it. */
    insert: (rollout: Rollout): Statement => ({ text: insert, parameters: valuesOf(rollout, ALL) }),
    head: ({ before, after, claims }: RolloutChange): Statement => {
      const key = [before.rolloutId, before.revision].map(parameter);
      return { text: claims.length > 0 ? claimed : changed, parameters: [...valuesOf(after, CHANGING), ...key] };
    },
    chunk: (rollout: Rollout, before: Chunk, after: Chunk): Statement => {
      const part = partOf(rollout, before.number);
      return { text: chunk, parameters: [lettersOf(after), rollout.rolloutId, part, lettersOf(before)].map(parameter) };
    },
    ...stateStatements(head),
  };
}

/** A change of state, as it is sent; and as it is sent for a head in which nothing can be counted. */
export interface StateStatements {
  readonly counted: Statement;
  readonly uncounted: Statement;
}

/**
 * By the state alone, never by version or revision: else a pause would lose against a run that writes every moment. Both count on,
 * so that no change by somebody who has not seen this one is written.
 */
function stateStatements(head: (set: string, condition: string) => string) {
  const texts = (set: string, condition: string) => {
    const common = `${set} SET "changedBy" = ? SET "changedAt" = ?`;
    const counting = `${common} SET "version" = "version" + 1 SET "revision" = "revision" + 1`;
    const [counted, uncounted] = [head(counting, condition), head(common, condition)];
    return { counted: `${counted} RETURNING ALL NEW *`, uncounted: `${uncounted} RETURNING ALL NEW *` };
  };
  const of = ({ counted, uncounted }: ReturnType<typeof texts>, parameters: readonly string[]): StateStatements => {
    const values: AttributeValue[] = parameters.map(parameter);
    return { counted: { text: counted, parameters: values }, uncounted: { text: uncounted, parameters: values } };
  };
  const paused = texts(`SET "state" = 'paused' SET "reason" = 'operator'`, `"state" = 'running'`);
  const cancelled = texts(`SET "state" = 'cancelled' SET "reason" = '${NONE}'`, `"state" IN ['running', 'paused']`);
  const setAside = texts(`SET "state" = 'paused' SET "reason" = 'error'`, `NOT (${ENDED}) AND NOT (${SET_ASIDE})`);
  const over = head(`SET "phase" = 'over'`, ENDED);
  return {
    pause: (id: string, by: string, at: Moment) => of(paused, [encodedUserName(by), at, id]),
    cancel: (id: string, by: string, at: Moment) => of(cancelled, [encodedUserName(by), at, id]),
    setAside: (id: string, at: Moment) => of(setAside, [NONE, at, id]),
    /** Of one that has ended and cannot be read: nothing will be seen of it any more. */
    over: (id: string): Statement => ({ text: over, parameters: [{ S: id }] }),
  };
}

function valuesOf(rollout: Rollout, names: readonly string[]): AttributeValue[] {
  const item = headItem(rollout);
  return names.map((name) => item[name] ?? { NULL: true });
}

function lettersOf({ letters }: Chunk): string {
  return letters.join('');
}

import type { Effect } from './errors.ts';
import type { paths } from './generated/schema.ts';
import { fieldsOf, isInteger, isListOf, type Operation } from './operations.ts';
import type { RolloutAnswer, RolloutDevice, RolloutDryRun, RolloutList } from './rollout-types.ts';

/** Codes of an answer that are results of a call: so are refusals that are about the roll-out and not about the caller. */
const AS_RESULTS = [0, 16, 17, 38, 41];

/** What is told of a roll-out, by whichever operation. */
type Told = Omit<RolloutAnswer & RolloutDryRun, 'requestId'>;

interface Paged {
  /** How to ask for what follows; undefined if nothing does. */
  readonly next?: string | undefined;
}

/** An operation on a roll-out: its path, and how its answers for this one are read. */
export interface RolloutOperation {
  readonly path: keyof paths;
  readonly on: (id: string) => Operation<Told & Pick<RolloutAnswer, 'requestId'> & Paged>;
}

// Whatever makes or resumes a roll-out may start upgrades.
export const CREATE_ROLLOUT = rolloutOperation('/sc_cloud/rollout/create', 'started');
export const DRY_RUN_ROLLOUT = rolloutOperation('/sc_cloud/rollout/dry-run');
export const ROLLOUT_STATUS = rolloutOperation('/sc_cloud/rollout/status');
export const PAUSE_ROLLOUT = rolloutOperation('/sc_cloud/rollout/pause');
export const RESUME_ROLLOUT = rolloutOperation('/sc_cloud/rollout/resume', 'started');
export const CANCEL_ROLLOUT = rolloutOperation('/sc_cloud/rollout/cancel');

/** An answer that does not tell of this roll-out, or has a next page after an empty one, is invalid. */
function rolloutOperation(path: keyof paths, effect?: Effect): RolloutOperation {
  const on: RolloutOperation['on'] = (id) => ({
    effect,
    read: (body, requestId) => {
      const { result: code, details, next } = fieldsOf(body);
      if (!isInteger(code) || !isListOf(details, isObject)) return undefined;
      const told = details.find((entry) => isRollout(entry, id));
      if (told === undefined || !AS_RESULTS.includes(code)) return code === 0 ? undefined : refusalOf(code, details);
      if (!isNext(next, told.devices)) return undefined;
      return { code, details: [], result: { ...told, ...(next !== undefined && { next }), requestId } };
    },
  });
  return { path, on };
}

/** TRY_AGAIN: a table did not answer, and may have taken the change all the same. */
const IN_DOUBT = 4;

/** What breaks the schema is told by its field. */
function refusalOf(code: number, [first]: readonly object[]) {
  const { field } = fieldsOf(first);
  return { code, details: [], field: isText(field) ? field : undefined, isInDoubt: code === IN_DOUBT };
}

/** A page of all roll-outs. */
export const ALL_ROLLOUTS: Operation<RolloutList & Paged> = {
  effect: undefined,
  read: (body, requestId) => {
    const { result: code, details, next } = fieldsOf(body);
    if (!isInteger(code) || !isListOf(details, isObject)) return undefined;
    if (code !== 0) return { code, details: [] };
    if (!isListOf(details, (entry) => isRollout(entry)) || !isNext(next, details)) return undefined;
    return { code, details: [], result: { details, next, requestId } };
  },
};

/** The service leaves out what is not known or not so. */
const OPTIONAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(['firmware-id', 'version', 'wave', 'total', 'under-way'].map((name) => [name, isInteger])),
  ...Object.fromEntries(
    ['state', 'reason', 'next-wave-at', 'created-by', 'created-at', 'changed-by', 'changed-at'].map((name) => [
      name,
      isText,
    ]),
  ),
  counts: isCounts,
  results: isCounts,
  waves: (value) => isListOf(value, (wave): wave is object => isInteger(fieldsOf(wave)['devices'])),
  devices: (value) => isListOf(value, isDevice),
};

/** @param id of the roll-out that it must be, if not of any */
function isRollout(value: unknown, id?: string): value is Told {
  const fields = fieldsOf(value);
  const named = fields['rollout-id'];
  const isMeant = id === undefined ? isText(named) : named === id;
  const isSound = ([name, is]: [string, (value: unknown) => boolean]) => fields[name] === undefined || is(fields[name]);
  return isMeant && isInteger(fields['result']) && Object.entries(OPTIONAL).every(isSound);
}

function isCounts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isInteger);
}

function isDevice(value: unknown): value is RolloutDevice {
  const { sn, state = '', result = 0, reason = '' } = fieldsOf(value);
  return [sn, state, reason].every(isText) && isInteger(result);
}

function isNext(next: unknown, page: readonly unknown[] = []): next is string | undefined {
  return next === undefined || (isText(next) && page.length > 0);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

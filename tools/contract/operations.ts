import type { RolloutOperation, UpgradeOperation } from '../../functions/domain/operations.ts';
import { MOST_ENTRIES } from '../../functions/upgrade/history/upgrade-history.ts';
import { NAMED_STAGES } from '../../infra/stages.ts';
import { DEMO } from '../stage/demo-data/demo.ts';
import { schemaRef } from './schemas/schema.ts';

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.prod;

const order = {
  oneDevice: ['One device', { sn: [DEMO.batch[0]], 'firmware-id': DEMO.firmwareId }],
  batch: ['A batch', { sn: DEMO.batch, 'firmware-id': DEMO.firmwareId }],
} as const;

const named = { 'rollout-id': 'spring-21' };
const plan = { ...named, 'firmware-id': DEMO.firmwareId, sn: [...DEMO.batch, DEMO.offlineDevice] };
const byHand = { waves: [{ devices: 2 }], 'between-waves': 'manual', stop: { 'failed-percent': 1 } };
const creation = {
  defaults: ['With the defaults', plan],
  byHand: ['Each wave opened by hand', { ...plan, ...byHand }],
} as const;
const oneRollout = ['A roll-out', named] as const;

/** What the document says of the operations on upgrades and on roll-outs: a summary, a description, and the request. */
export const TEXTS: Readonly<
  Record<UpgradeOperation | RolloutOperation, readonly [summary: string, description: string, request: object]>
> = {
  'start-upgrade': [
    'Starts a firmware upgrade on one device or a batch',
    `HTTP 200 means that every device was judged on its own: look at \`details\`. Any other answer of the
service means that nothing was started, and the top-level code says why.

At most ${String(maxBatchSize)} serial numbers (duplicates count), all of devices of the same family, model and hardware
version, and a body of at most ${String(maxBodyBytes / 1024)} KiB of UTF-8, not compressed. The session must be an
administrator's.

When a request has several errors, the first of these is reported: 31 (front proxy), 37, 31, 9, 21 (absent), 18, 21, 7, 17, 16, 38, 41.

Repeat the request after no answer, 429, 502, 503, 504 or a 500 of the gateway, and for the devices that got 4, with the
same \`Idempotency-Key\`. What was started is answered 1 and not started again: with the key whatever became of it meanwhile, without
only while it is under way. An upgrade that somebody else starts on the device in between ends what the key protects.`,
    request('UpgradeRequest', order),
  ],
  'upgrade-status': [
    'Tells what became of the upgrades of devices',
    `Reads, and changes nothing. For each device: 0 and what is on record of its last upgrade, or 16 when nothing is.
What is not known is left out. Session, limits and refusals are those of start-upgrade, but for firmware and product.`,
    request('StatusRequest', { batch: ['A batch', { sn: DEMO.batch }] }),
  ],
  'cancel-upgrade': [
    'Cancels upgrades that have not begun',
    `For each device: 0 cancelled by this request; 1 cancelled already; 38 the upgrade has begun on the device, has
ended, or is not the one that was named; 11 another firmware is being installed; 16 no upgrade to this firmware is on record; 4 not known, ask again.

A request that names upgrades (\`upgrade-id\`) never cancels one that somebody else has started meanwhile; a repeat of one that
does not may.

If the answer says 0 or 1 for a device, that upgrade never begins on it, and the device is free at once. Session, limits and
refusals are those of start-upgrade, but for firmware and product.`,
    request('CancelRequest', order),
  ],
  'dry-run-upgrade': [
    'Tells what start-upgrade would answer now',
    `Reads and judges as start-upgrade does and answers as it would, with 0 for what would be started; writes
nothing. What it tells holds for the moment: start-upgrade judges anew.`,
    request('UpgradeRequest', order),
  ],
  'upgrade-history': [
    'Tells the upgrades of a device, newest first',
    `Reads, and changes nothing. The upgrades of one device, newest first, up to ${String(MOST_ENTRIES)}; \`next\` when there are older
ones. A single entry with 16 when no upgrade is known. What is not known is left out.

The last upgrade is shown as it is on record. Those before it come with a delay, usually of seconds: until its end was heard of, an
earlier upgrade is \`timed-out\`. An upgrade is kept for 400 days. Session and refusals are those of start-upgrade.`,
    request('HistoryRequest', { newest: ['The newest', { sn: DEMO.batch[0] }] }),
  ],
  'create-rollout': [
    'Makes a roll-out: upgrades of many devices, in waves',
    `A roll-out starts an upgrade on each of its members, wave after wave, and goes on by itself, once a minute. It pauses by
itself when too many fail. The members stay those of the request.

0: this request made it; 1: the same request (same devices in the same order, same firmware, same plan) made it before, and its present state. Refused as a whole: the id is that of
another request (41), the firmware is unknown (16) or not available (38), more than 50,000 serial numbers or too many active
roll-outs (17).`,
    request('RolloutRequest', creation),
  ],
  'dry-run-rollout': [
    'Tells what would become of a roll-out now',
    `Takes what create-rollout takes and tells what would become of it at this moment; writes nothing. Refusals are those of
create-rollout, but that too many are active. For an id that is taken, what create-rollout would tell.`,
    request('RolloutRequest', creation),
  ],
  'rollout-status': [
    'Tells how roll-outs stand',
    `Reads, and changes nothing. For one roll-out: 0 and how it stands, or 16; with \`state\` its devices in that state too. Without
\`rollout-id\`: all. The counts add up to the total, at every moment.`,
    request('RolloutStatusRequest', {
      one: oneRollout,
      devices: ['A roll-out, and its devices that have failed', { ...named, state: 'failed' }],
      all: ['All', {}],
    }),
  ],
  'pause-rollout': [
    'Pauses a roll-out',
    `0: paused by this request; 1: it was paused already, and the reason stays; 38: it has ended; 16: unknown.

Once the answer is 0 or 1, nothing more is started until a resume. What is under way goes on, and its end is counted.`,
    request('RolloutIdRequest', { one: oneRollout }),
  ],
  'resume-rollout': [
    'Lets a paused roll-out go on',
    `0: goes on; 1: this very resume was done before, and is still the last change; 38: it is not as you saw it (\`version\`), it is
not paused, or its firmware is not available; 16: unknown.

After a stop (\`failures\`, \`no-success\`) a resume accepts what was seen, and the count begins anew; after a \`gate\` it opens the next wave.`,
    request('RolloutResumeRequest', { seen: ['As it was seen', { ...named, version: 2 }] }),
  ],
  'cancel-rollout': [
    'Ends a roll-out',
    `0: cancelled by this request; 1: cancelled already; 38: it is completed; 16: unknown.

Once the answer is 0 or 1, nothing more is started. What is under way goes on: cancel-upgrade takes back what has not begun.`,
    request('RolloutIdRequest', { one: oneRollout }),
  ],
};

function request(
  schema: string,
  examples: Readonly<Record<string, readonly [summary: string, value: object]>>,
): object {
  const shown = Object.entries(examples).map(([name, [summary, value]]) => [name, { summary, value }] as const);
  return { schema: schemaRef(schema), examples: Object.fromEntries(shown) };
}

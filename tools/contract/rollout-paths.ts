import { pathOf, type RolloutOperation } from '../../functions/domain/operations.ts';
import { DEMO } from '../stage/demo-data/demo.ts';
import { KINDS } from './kinds.ts';
import { BODY_TEXT, operationIdOf, responseRef, responsesOf, SESSION } from './path-parts.ts';
import { schemaRef } from './schemas/schema.ts';

const ID = 'spring-21';

const CREATE_TEXT = `A roll-out starts an upgrade on each of its members, wave after wave, and goes on by itself, once a minute. It pauses by
itself when too many fail. The members stay those of the request.

0: made by this request; 1: the same request has made it before, and how it is now. Refused as a whole: the id is that of
another request (41), the firmware is unknown (16) or not available (38), more than 50,000 serial numbers or too many active
roll-outs (17).`;

const DRY_RUN_TEXT = `Takes what create-rollout takes and tells what would become of it at this moment; writes nothing. Refusals are those of
create-rollout, but that too many are active. For an id that is taken, what create-rollout would tell.`;

const STATUS_TEXT = `Reads, and changes nothing. For one roll-out: 0 and how it stands, or 16; with \`state\` its devices in that state too. Without
\`rollout-id\`: all. The counts add up to the total, at every moment.`;

const PAUSE_TEXT = `0: paused by this request; 1: it was paused already, and the reason stays; 38: it has ended; 16: unknown.

Once the answer is 0 or 1, nothing more is started until a resume. What is under way goes on, and its end is counted.`;

const RESUME_TEXT = `0: goes on; 1: this very resume was done before, and is still the last change; 38: it is not as you saw it (\`version\`), it is
not paused, or its firmware is not available; 16: unknown.

After a stop (\`failures\`, \`no-success\`) a resume accepts what was seen, and the count begins anew; after a \`gate\` it opens the next wave.`;

const CANCEL_TEXT = `0: cancelled by this request; 1: cancelled already; 38: it is completed; 16: unknown.

Once the answer is 0 or 1, nothing more is started. What is under way goes on: cancel-upgrade takes back what has not begun.`;

const plan = { 'rollout-id': ID, 'firmware-id': DEMO.firmwareId, sn: [...DEMO.batch, DEMO.offlineDevice] };
const creation = asked('RolloutRequest', {
  defaults: ['With the defaults', plan],
  byHand: [
    'Each wave opened by hand',
    { ...plan, waves: [{ devices: 2 }], 'between-waves': 'manual', stop: { 'failed-percent': 1 } },
  ],
});
const named = asked('RolloutIdRequest', { one: ['A roll-out', { 'rollout-id': ID }] });

/** The paths of roll-outs. */
export const rolloutPaths = {
  ...rolloutPath('create-rollout', 'Makes a roll-out: upgrades of many devices, in waves', CREATE_TEXT, creation),
  ...rolloutPath('dry-run-rollout', 'Tells what would become of a roll-out now', DRY_RUN_TEXT, creation),
  ...rolloutPath(
    'rollout-status',
    'Tells how roll-outs stand',
    STATUS_TEXT,
    asked('RolloutStatusRequest', {
      one: ['A roll-out', { 'rollout-id': ID }],
      devices: ['A roll-out, and its devices that have failed', { 'rollout-id': ID, state: 'failed' }],
      all: ['All', {}],
    }),
  ),
  ...rolloutPath('pause-rollout', 'Pauses a roll-out', PAUSE_TEXT, named),
  ...rolloutPath(
    'resume-rollout',
    'Lets a paused roll-out go on',
    RESUME_TEXT,
    asked('RolloutResumeRequest', { seen: ['As it was seen', { 'rollout-id': ID, version: 2 }] }),
  ),
  ...rolloutPath('cancel-rollout', 'Ends a roll-out', CANCEL_TEXT, named),
};

function asked(schema: string, examples: Readonly<Record<string, readonly [summary: string, value: object]>>): object {
  const shown = Object.entries(examples).map(([name, [summary, value]]) => [name, { summary, value }] as const);
  return { schema: schemaRef(schema), examples: Object.fromEntries(shown) };
}

/** Refusals are those of create-rollout; 409 is about the id or the firmware. */
function rolloutPath(operation: RolloutOperation, summary: string, description: string, request: object) {
  const { 409: aboutCreation, ...others } = responsesOf('Rollout');
  const isCreation = operation === 'create-rollout' || operation === 'dry-run-rollout';
  const responses = {
    ...others,
    ...(isCreation && { 409: aboutCreation }),
    200: responseRef(`${KINDS[operation]}200`),
  };
  const requestBody = { required: true, description: BODY_TEXT, content: { 'application/json': request } };
  const texts = { tags: ['Roll-outs'], operationId: operationIdOf(operation), summary, description };
  return { [pathOf(operation)]: { post: { ...texts, security: SESSION, requestBody, responses } } };
}

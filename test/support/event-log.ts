import { expect } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { v7 as uuidv7 } from 'uuid';
import finishedSchema from '../../docs/events/upgrade-finished.schema.json' with { type: 'json' };
import requestedSchema from '../../docs/events/upgrade-requested.schema.json' with { type: 'json' };
import { upgradeItem } from '../../functions/store/upgrade-statements.ts';
import { setting } from '../../tools/operate/fleet/stage/stage.ts';
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { parseTemplate } from '../../tools/stage/template.ts';
import { documents, nowSeconds, put, stage } from './stage.ts';
import { templateOf } from './templates.ts';
import { until } from './until.ts';
import { upgradeOf } from './upgrades.ts';

const ajv = new Ajv2020({ strict: true });
/** Closed: an undocumented field is a fault here, though receivers must tolerate them. */
const schemas: Readonly<Record<string, ReturnType<typeof ajv.compile>>> = {
  UpgradeRequested: ajv.compile({ ...requestedSchema, additionalProperties: false }),
  UpgradeFinished: ajv.compile({ ...finishedSchema, additionalProperties: false }),
};

/** The stack whose pipes are run. */
export const template = parseTemplate(templateOf('dev'));

/** The events of a device that the shared stage has sent so far. */
export async function eventsSoFar(sn: string): Promise<readonly PipeEvent[]> {
  const response = await fetch(`${process.env['TEST_EVENTS'] ?? ''}/${encodeURIComponent(sn)}`);
  return (await response.json()) as PipeEvent[];
}

/**
 * The events of a device, each checked against its schema. Call it last for a device: it puts one more upgrade on record
 * and waits for its event, by which time those of all earlier records have arrived.
 */
export async function eventsOf(sn: string): Promise<readonly PipeEvent[]> {
  const last = upgradeRecord(sn);
  await put('upgrades', last);
  const isLast = ({ detail }: PipeEvent) => detail['upgradeId'] === last.upgradeId;
  let events: readonly PipeEvent[] = [];
  await until(async () => (events = await eventsSoFar(sn)).some(isLast));
  const story = events.filter((event) => !isLast(event));
  for (const event of story) expectToFitItsSchema(event);
  return story;
}

function expectToFitItsSchema({ detailType, detail }: PipeEvent): void {
  const validate = schemas[detailType];
  void validate?.(detail);
  expect({ detail, errors: validate?.errors }).toEqual({ detail, errors: null });
  // Whether or not a pipe escapes what it puts into an event, it must be the same JSON.
  for (const value of Object.values(detail)) expect(JSON.stringify(value)).toBe(`"${String(value)}"`);
}

/** An upgrade as start-upgrade records it. */
export function upgradeRecord(sn: string, overrides: Record<string, unknown> = {}) {
  const [upgradeId, claimToken] = [uuidv7(), crypto.randomUUID()];
  const times = { requestedAt: new Date(), leaseEndsAt: nowSeconds() + 3_600 };
  return { ...upgradeItem(upgradeOf(sn, { upgradeId, claimToken, ...times })), ...overrides };
}

/** Sets attributes of the upgrade on record, as a device gateway or an operator does. */
export async function setUpgrade(sn: string, attributes: Record<string, unknown>): Promise<void> {
  const key = { TableName: stage.tables.upgrades, Key: { sn } };
  await documents.send(new UpdateCommand({ ...key, ...setting(attributes) }));
}

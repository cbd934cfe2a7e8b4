import { expect } from '@jest/globals';
import { upgradeOperations } from '../../functions/upgrade/operations.ts';
import type { UpgradeServices } from '../../functions/upgrade/services.ts';
import { startUpgrade } from '../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from './console.ts';
import { HEADERS, invoke } from './events.ts';
import { servicesOf } from './fakes.ts';

/** The output of the current test, for all suites that import this file. */
export const { logged, metrics } = captureOutput();

/** Sends an event through the pipeline of start-upgrade. */
export async function ask(event: unknown, services: UpgradeServices = servicesOf()) {
  const pipeline = upgradeOperations(() => services);
  const { statusCode, headers, body } = await invoke(pipeline, event);
  return { status: statusCode, headers, body: JSON.parse(body) as { result: number; details: unknown[] } };
}

/** The HTTP status and the result code of an answer, whose shape is checked on the way. */
export async function codes(event: unknown, services?: UpgradeServices): Promise<[number, number]> {
  const { status, headers, body } = await ask(event, services);
  expect(headers).toMatchObject(HEADERS);
  expect(body).toEqual({ result: body.result, method: 'start-upgrade', details: expect.any(Array) });
  return [status, body.result];
}

/** Starts upgrades to firmware 21 for ann, past the pipeline. Resolves to the result of each device. */
export async function start(
  sns: readonly string[],
  services: UpgradeServices,
  remainingMs = () => 25_000,
  requestKey?: string,
) {
  const outcome = await startUpgrade({ sns, firmwareId: 21, requestKey }, services, { userName: 'ann', remainingMs });
  return Object.fromEntries(outcome.results);
}

/** Services whose reads of what is on record are these. */
export function reading(services: UpgradeServices, findMany: UpgradeServices['upgrades']['findMany']): UpgradeServices {
  return { ...services, upgrades: { ...services.upgrades, findMany } };
}

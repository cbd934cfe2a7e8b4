import { afterAll, beforeAll, expect } from '@jest/globals';
import { startPipes } from '../../tools/stage/pipes/start-pipes.ts';
import { devicesOfStage } from '../../tools/stage/simulated-devices/simulate-devices.ts';
import { template } from './event-log.ts';
import { newDevice, stage } from './stage.ts';

/** The stage is shared, and devices of other tests must not be touched. */
const sns = new Set<unknown>();
const troubles: string[] = [];
const scope = new AsyncDisposableStack();

beforeAll(() => {
  const onDevices = devicesOfStage(scope, stage, { seed: 1, fail: 0, silent: 0, seconds: 2 }, () => undefined);
  startPipes(scope, {
    template,
    endpoint: stage.dynamodbEndpoint,
    onEvent: (event) => {
      if (sns.has(event.detail['sn'])) onDevices(event);
    },
    onTrouble: (line) => troubles.push(line),
  });
});

afterAll(async () => {
  await scope.disposeAsync();
  expect(troubles).toEqual([]);
});

/** A new device of the shared stage. Until the end of the suite it installs what it is told to, in two seconds. */
export async function simulatedDevice(): Promise<string> {
  const sn = await newDevice();
  sns.add(sn);
  return sn;
}

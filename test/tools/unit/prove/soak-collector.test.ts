import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { Collector } from '../../../../tools/prove/soak/collector.ts';

/** Drops an object, and tells when asked whether it has been collected. */
const FORGETFUL = `
  const { parentPort } = require('node:worker_threads');
  const forgotten = new WeakRef({});
  parentPort.on('message', () => parentPort.postMessage(forgotten.deref() === undefined));
  parentPort.postMessage('ready');
`;

test('The garbage of a worker is gone once it was collected, and not before', async () => {
  const collector = await Collector.start();
  const worker = new Worker(FORGETFUL, { eval: true });
  const isGone = async () => {
    worker.postMessage('');
    return (await once(worker, 'message'))[0] as unknown;
  };
  try {
    await once(worker, 'message');
    expect(await isGone()).toBe(false);
    await collector.collect();
    expect(await isGone()).toBe(true);
  } finally {
    await worker.terminate();
  }
});

test('The garbage of the main thread is gone too', async () => {
  const collector = await Collector.start();
  const forgotten = new WeakRef({});
  await collector.collect();
  expect(forgotten.deref()).toBeUndefined();
});

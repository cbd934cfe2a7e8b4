import { describe, expect, test } from '@jest/globals';
import { start } from '../../support/reports.ts';
import { newDevice, newDevices, results, storedUpgrade, upgrade } from '../../support/stage.ts';

describe('Races', () => {
  test('100 concurrent identical calls start each device exactly once', async () => {
    const sns = await newDevices(5);
    const replies = await Promise.all(Array.from({ length: 100 }, () => upgrade(sns)));
    for (const [index] of sns.entries()) {
      const codes = replies.map((reply) => results(reply)[index]).sort();
      expect(codes).toEqual([0, ...Array<number>(99).fill(1)]);
    }
  });

  test('of 50 concurrent calls for two firmwares one wins each device; its own are repeats, the others find it busy', async () => {
    const sn = await newDevice();
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const firmwareId = 21 + (index % 2);
        return { firmwareId, code: await start(sn, firmwareId) };
      }),
    );
    const winner = replies.find(({ code }) => code === 0);
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { firmwareId, code } of replies) {
      if (code !== 0) expect(code).toBe(firmwareId === winner?.firmwareId ? 1 : 11);
    }
    expect((await storedUpgrade(sn))?.['firmwareId']).toBe(winner?.firmwareId);
  });

  test('the same device many times in one request is claimed once', async () => {
    const sn = await newDevice();
    const reply = await upgrade([sn, sn, sn]);
    expect(reply.body.details).toEqual([{ sn, result: 0 }]);
  });

  test('overlapping batches share the devices out between them', async () => {
    const sns = await newDevices(20);
    const replies = await Promise.all([upgrade(sns.slice(0, 15)), upgrade(sns.slice(5)), upgrade(sns)]);
    const started = replies.flatMap(({ body }) => body.details ?? []).filter(({ result }) => result === 0);
    expect(started.map(({ sn }) => sn).sort()).toEqual([...sns].sort());
  });
});

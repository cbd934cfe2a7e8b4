import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { HeldUpgrade, Upgrade } from '../../../../functions/domain/upgrade.ts';
import { startUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../../support/console.ts';
import { CLAIMED, device, firmware21, heldBy, NOW, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const live: HeldUpgrade = {
  upgradeId: 'earlier',
  firmwareId: 21,
  claimToken: 'of-another',
  state: 'running',
  leaseEndsAt: NOW_SECONDS + 60,
};
/** Claims that are all written, and noted. */
const noting = (written: Upgrade[]) => (upgrade: Upgrade) => {
  written.push(upgrade);
  return Promise.resolve(CLAIMED);
};
const noAnswer = () => Promise.reject(new StoreUnavailable('claiming a device'));

async function verdicts(sns: readonly string[], world: Parameters<typeof servicesOf>[0], remainingMs = () => 25_000) {
  const caller = { userName: 'ann', remainingMs };
  const outcome = await startUpgrade({ sns, firmwareId: 21 }, servicesOf(world), caller);
  return Object.fromEntries(outcome.verdicts);
}

const { logged } = captureOutput();

describe('A claim', () => {
  test('carries all that the device needs, who asked, when, and how long it holds', async () => {
    const written: Upgrade[] = [];
    await verdicts(['SN1'], { claim: noting(written) });
    expect(written).toEqual([
      {
        sn: 'SN1',
        upgradeId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
        firmwareId: 21,
        file: firmware21.file,
        claimToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestedBy: 'ann',
        requestedAt: NOW,
        leaseEndsAt: NOW_SECONDS + 3600,
      },
    ]);
  });

  test('has an upgrade id of its own, and the token of its request', async () => {
    const written: Upgrade[] = [];
    const devices = ['A', 'B'].map((sn) => device(sn));
    const claim = noting(written);
    await verdicts(['A', 'B'], { devices, claim });
    await verdicts(['A'], { devices, claim });
    expect(new Set(written.map(({ upgradeId }) => upgradeId)).size).toBe(3);
    expect(new Set(written.map(({ claimToken }) => claimToken)).size).toBe(2);
    expect(written[0]?.claimToken).toBe(written[1]?.claimToken);
  });

  test('that is written is a success', async () => {
    expect(await verdicts(['SN1'], {})).toEqual({ SN1: 'SUCCESS' });
  });

  test('that meets an upgrade to the same firmware is a repeat', async () => {
    expect(await verdicts(['SN1'], { claim: () => Promise.resolve(heldBy(live)) })).toEqual({ SN1: 'REPEAT' });
  });

  test.each([22, undefined])('that meets an upgrade to firmware %s finds the device busy', async (firmwareId) => {
    const claim = () => Promise.resolve(heldBy({ ...live, firmwareId }));
    expect(await verdicts(['SN1'], { claim })).toEqual({ SN1: 'DEVICE_BUSY' });
  });

  test('that meets its own token was a success whose answer got lost', async () => {
    const claim = ({ claimToken }: Upgrade) => Promise.resolve(heldBy({ ...live, claimToken }));
    expect(await verdicts(['SN1'], { claim })).toEqual({ SN1: 'SUCCESS' });
  });

  test.each<[string, Partial<HeldUpgrade>]>([
    ['has ended', { state: 'failed' }],
    ['has lost its lease', { leaseEndsAt: NOW_SECONDS }],
  ])('that was refused although the upgrade on record %s may be made again', async (_what, difference) => {
    const claim = () => Promise.resolve(heldBy({ ...live, ...difference }));
    expect(await verdicts(['SN1'], { claim })).toEqual({ SN1: 'TRY_AGAIN' });
  });

  test("that meets another's upgrade after an attempt without an answer promises nothing", async () => {
    const claim = () => Promise.resolve({ ...heldBy(live), mayBeWritten: true });
    expect(await verdicts(['SN1'], { claim })).toEqual({ SN1: 'TRY_AGAIN' });
  });

  test('that meets its own token after an attempt without an answer was a success', async () => {
    const claim = ({ claimToken }: Upgrade) =>
      Promise.resolve({ ...heldBy({ ...live, claimToken }), mayBeWritten: true });
    expect(await verdicts(['SN1'], { claim })).toEqual({ SN1: 'SUCCESS' });
  });

  test('that fails does not hide what became of the others', async () => {
    const claim = ({ sn }: Upgrade) => (sn === 'B' ? noAnswer() : Promise.resolve(CLAIMED));
    const devices = ['A', 'B', 'C'].map((sn) => device(sn));
    expect(await verdicts(['A', 'B', 'C'], { devices, claim })).toEqual({
      A: 'SUCCESS',
      B: 'TRY_AGAIN',
      C: 'SUCCESS',
    });
    expect(logged).toContainEqual(expect.objectContaining({ code: 'CLAIM_UNANSWERED', sn: 'B' }));
  });
});

test('Nothing is read of upgrades when every claim has its answer and no device is offline', async () => {
  let reads = 0;
  const held = () => {
    reads += 1;
    return Promise.resolve(new Map());
  };
  expect(await verdicts(['SN1'], { held })).toEqual({ SN1: 'SUCCESS' });
  expect(reads).toBe(0);
});

describe('When time runs out', () => {
  test('no claim is begun, and devices are told to try again', async () => {
    let claims = 0;
    const claim = () => {
      claims += 1;
      return Promise.resolve(CLAIMED);
    };
    expect(await verdicts(['SN1'], { claim }, () => 6_000)).toEqual({ SN1: 'TRY_AGAIN' });
    expect(claims).toBe(0);
  });

  test('claims are begun until then', async () => {
    expect(await verdicts(['SN1'], {}, () => 6_001)).toEqual({ SN1: 'SUCCESS' });
  });

  test('a claim under way is told so, and is read back', async () => {
    let remainingMs = 25_000;
    const told: boolean[] = [];
    let given = '';
    const claim = ({ claimToken }: Upgrade, inTime: () => boolean) => {
      given = claimToken;
      told.push(inTime());
      remainingMs = 6_000;
      told.push(inTime());
      return noAnswer();
    };
    const held = () => Promise.resolve(new Map([['SN1', { ...live, claimToken: given }]]));
    expect(await verdicts(['SN1'], { claim, held }, () => remainingMs)).toEqual({ SN1: 'SUCCESS' });
    expect(told).toEqual([true, false]);
  });
});

describe('An offline device', () => {
  const devices = [device('SN1', { online: false })];
  const holding = (held: HeldUpgrade) => () => Promise.resolve(new Map([['SN1', held]]));

  test('is lost when it is not upgrading', async () => {
    expect(await verdicts(['SN1'], { devices })).toEqual({ SN1: 'DEVICE_LOST' });
  });

  test('is never claimed', async () => {
    const claim = () => Promise.reject(new Error('claimed an offline device'));
    expect(await verdicts(['SN1'], { devices, claim })).toEqual({ SN1: 'DEVICE_LOST' });
  });

  test('that is upgrading to the same firmware is a repeat', async () => {
    expect(await verdicts(['SN1'], { devices, held: holding(live) })).toEqual({ SN1: 'REPEAT' });
  });

  test('that is upgrading to another firmware is busy', async () => {
    expect(await verdicts(['SN1'], { devices, held: holding({ ...live, firmwareId: 22 }) })).toEqual({
      SN1: 'DEVICE_BUSY',
    });
  });

  test.each<[string, Partial<HeldUpgrade>]>([
    ['has ended', { state: 'failed' }],
    ['has lost its lease', { leaseEndsAt: NOW_SECONDS }],
  ])('is lost when its upgrade %s', async (_what, difference) => {
    expect(await verdicts(['SN1'], { devices, held: holding({ ...live, ...difference }) })).toEqual({
      SN1: 'DEVICE_LOST',
    });
  });

  test('is told to try again when its upgrade cannot be read, and others are not disturbed', async () => {
    const both = [...devices, device('SN2')];
    expect(await verdicts(['SN1', 'SN2'], { devices: both, held: noAnswer })).toEqual({
      SN1: 'TRY_AGAIN',
      SN2: 'SUCCESS',
    });
    expect(logged).toContainEqual(expect.objectContaining({ code: 'LOOK_FAILED', devices: 1 }));
  });
});

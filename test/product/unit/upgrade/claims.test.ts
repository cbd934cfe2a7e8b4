import { describe, expect, jest, test } from '@jest/globals';
import type { Claim } from '../../../../functions/domain/ports.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { dryRunUpgrade, startUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, firmware21, live, NOW, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const WRITTEN: WriteOutcome = { kind: 'written' };
const IN_DOUBT: WriteOutcome = { kind: 'unknown', mayBeWritten: true };
const NOT_TRIED: WriteOutcome = { kind: 'unknown', mayBeWritten: false };
const ended: CurrentUpgrade = { ...live, state: 'failed' };
const expired: CurrentUpgrade = { ...live, leaseEndsAt: NOW_SECONDS };

const { logged } = captureOutput();

async function start(sns: readonly string[], services: UpgradeServices, remainingMs = () => 25_000) {
  const outcome = await startUpgrade({ sns, firmwareId: 21 }, services, { userName: 'ann', remainingMs });
  return Object.fromEntries(outcome.results);
}

/** Services that remember what was claimed. */
function noting(world: Parameters<typeof servicesOf>[0] = {}) {
  const claims: Claim[] = [];
  const outcome = (claim: Claim) => {
    claims.push(claim);
    return WRITTEN;
  };
  return { claims, services: servicesOf({ ...world, outcome }) };
}

describe('A claim', () => {
  test('carries all that the device needs, who asked, when, and how long it holds', async () => {
    const { claims, services } = noting();
    expect(await start(['SN1'], services)).toEqual({ SN1: 'SUCCESS' });
    expect(claims).toEqual([
      {
        upgrade: {
          sn: 'SN1',
          upgradeId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
          firmwareId: 21,
          file: firmware21.file,
          claimToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
          requestedBy: 'ann',
          requestedAt: NOW,
          leaseEndsAt: NOW_SECONDS + 3600,
        },
        replaced: undefined,
      },
    ]);
  });

  test('has an id that tells when it was requested, whenever it is made', async () => {
    const { claims, services } = noting();
    await start(['SN1'], services);
    const milliseconds = claims[0]?.upgrade.upgradeId.replace('-', '').slice(0, 12);
    expect(parseInt(milliseconds ?? '', 16)).toBe(NOW.getTime());
  });

  test('has an id of its own, also among a thousand, and the token of its request', async () => {
    const sns = Array.from({ length: 1000 }, (_, index) => `SN${String(index)}`);
    const { claims, services } = noting({ devices: sns.map((sn) => device(sn)) });
    await start(sns, services);
    await start(['SN1'], services);
    expect(new Set(claims.map(({ upgrade }) => upgrade.upgradeId)).size).toBe(1001);
    expect(new Set(claims.map(({ upgrade }) => upgrade.claimToken)).size).toBe(2);
    expect(claims[0]?.upgrade.claimToken).toBe(claims[1]?.upgrade.claimToken);
  });

  test('is made over what is on record, for devices alone that are to be started', async () => {
    const devices = [device('A'), device('B'), device('C'), device('D', { online: false })];
    const { claims, services } = noting({ devices, current: { A: live, B: ended } });
    const told = { A: 'REPEAT', B: 'SUCCESS', C: 'SUCCESS', D: 'DEVICE_LOST', X: 'NOT_EXIST' };
    expect(await start(['A', 'B', 'C', 'D', 'X'], services)).toEqual(told);
    expect(claims.map(({ upgrade: { sn }, replaced }) => [sn, replaced])).toEqual([
      ['B', ended],
      ['C', undefined],
    ]);
  });
});

test.each(['', ' ', 'A B', 'A ', 'A\n', '.A', 'A'.repeat(65), '\u0410302', '\0'])(
  'What cannot be a serial number (%j) is a device that does not exist: it is not looked up, nor logged',
  async (text) => {
    const services = servicesOf();
    const devices = jest.spyOn(services.devices, 'findMany');
    const upgrades = jest.spyOn(services.upgrades, 'findMany');
    const told = await start(['SN1', text], services);
    expect(Object.entries(told)).toEqual([
      ['SN1', 'SUCCESS'],
      [text, 'NOT_EXIST'],
    ]);
    expect([devices.mock.calls, upgrades.mock.calls]).toEqual([[[['SN1']]], [[['SN1']]]]);
    expect((logged as { sn: string }[]).map(({ sn }) => sn)).toEqual(['SN1']);
  },
);

test.each(['A', 'A'.repeat(64), '9.a_B-c'])('A serial number may be %s', async (sn) => {
  expect(await start([sn], servicesOf({ devices: [device(sn)] }))).toEqual({ [sn]: 'SUCCESS' });
});

describe('What became of a claim is told:', () => {
  const told = async (outcome: WriteOutcome) => (await start(['SN1'], servicesOf({ outcome: () => outcome })))['SN1'];

  test.each<[string, string, WriteOutcome]>([
    ['written', 'SUCCESS', WRITTEN],
    ['refused by a live upgrade to the same firmware', 'REPEAT', { kind: 'refused', by: live }],
    ['by one to another', 'DEVICE_BUSY', { kind: 'refused', by: { ...live, firmwareId: 22 } }],
    [
      'by one to a firmware that is not known',
      'DEVICE_BUSY',
      { kind: 'refused', by: { ...live, firmwareId: undefined } },
    ],
    ['not tried, as time ran out', 'TRY_AGAIN', NOT_TRIED],
    ['not known', 'TRY_AGAIN', IN_DOUBT],
  ])('%s is %s', async (_what, result, outcome) => {
    expect(await told(outcome)).toBe(result);
  });
});

describe('A claim that meets an upgrade which does not hold the device any more', () => {
  const met = [ended, expired].map((by): WriteOutcome => ({ kind: 'refused', by }));

  /** A and B, of which A meets each of these in turn. */
  function meeting(outcomes: readonly WriteOutcome[]) {
    const claims: Claim[] = [];
    const left = [...outcomes];
    const outcome = (claim: Claim) => {
      claims.push(claim);
      return claim.upgrade.sn === 'A' ? (left.shift() ?? WRITTEN) : WRITTEN;
    };
    return { claims, services: servicesOf({ devices: [device('A'), device('B')], outcome }) };
  }

  test('is made again over that one, the same upgrade with the same token, and no other claim is', async () => {
    const { claims, services } = meeting(met);
    expect(await start(['A', 'B'], services)).toEqual({ A: 'SUCCESS', B: 'SUCCESS' });
    expect(claims.map(({ upgrade: { sn }, replaced }) => [sn, replaced])).toEqual([
      ['A', undefined],
      ['B', undefined],
      ['A', ended],
      ['A', expired],
    ]);
    expect(new Set(claims.filter(({ upgrade }) => upgrade.sn === 'A').map(({ upgrade }) => upgrade)).size).toBe(1);
  });

  test.each<[WriteOutcome, string]>([
    [{ kind: 'refused', by: live }, 'REPEAT'],
    [IN_DOUBT, 'TRY_AGAIN'],
  ])('and then ends as %j is told %s', async (then, result) => {
    expect(await start(['A', 'B'], meeting([...met, then]).services)).toEqual({ A: result, B: 'SUCCESS' });
  });

  test('three times over is told 4', async () => {
    const { claims, services } = meeting([...met, ...met]);
    expect(await start(['A', 'B'], services)).toEqual({ A: 'TRY_AGAIN', B: 'SUCCESS' });
    expect(claims).toHaveLength(4);
  });
});

test('The claims are told when time is up', async () => {
  let remainingMs = 25_000;
  const told: boolean[] = [];
  const outcome = (_claim: Claim, inTime: () => boolean) => {
    told.push(inTime());
    remainingMs = 6_000;
    told.push(inTime());
    return NOT_TRIED;
  };
  expect(await start(['SN1'], servicesOf({ outcome }), () => remainingMs)).toEqual({ SN1: 'TRY_AGAIN' });
  expect(told).toEqual([true, false]);
});

test('A repeat of an upgrade whose firmware is gone claims nothing', async () => {
  const { claims, services } = noting({ firmwares: {}, current: { SN1: live } });
  expect([await start(['SN1'], services), claims]).toEqual([{ SN1: 'REPEAT' }, []]);
});

test('A dry run tells what a start would tell, and claims nothing', async () => {
  const devices = [device('A'), device('B'), device('C', { online: false })];
  const { claims, services } = noting({ devices, current: { A: live } });
  const { results, metrics } = await dryRunUpgrade({ sns: ['A', 'B', 'C', 'X'], firmwareId: 21 }, services);
  expect(Object.fromEntries(results)).toEqual({ A: 'REPEAT', B: 'SUCCESS', C: 'DEVICE_LOST', X: 'NOT_EXIST' });
  expect([claims, metrics]).toEqual([[], undefined]);
});

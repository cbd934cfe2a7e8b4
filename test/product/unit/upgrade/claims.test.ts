import { describe, expect, jest, test } from '@jest/globals';
import type { Claim } from '../../../../functions/domain/ports.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import { dryRunUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import * as fakes from '../../../support/fakes.ts';
import { logged, start } from '../../../support/upgrade-call.ts';

const { device, ended, expired, firmware21, live, NOW, NOW_SECONDS, ofOtherFirmware, servicesOf } = fakes;
const { IN_DOUBT, NOT_TRIED, refusedBy, WRITTEN } = fakes;

/** Services that remember what was claimed, where the claims for a device end so. */
function noting(world: Parameters<typeof servicesOf>[0] = {}, outcomeOf: (sn: string) => WriteOutcome = () => WRITTEN) {
  const claims: Claim[] = [];
  const outcome = (claim: Claim) => {
    claims.push(claim);
    return outcomeOf(claim.upgrade.sn);
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
          // Of the millisecond of the request.
          upgradeId: expect.stringMatching(/^01a21ce0-6e00-7[0-9a-f]{3}-/),
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

  test('has an id of its own, also among a thousand, and the token of its request', async () => {
    const sns = Array.from({ length: 1000 }, (_, index) => `SN${String(index)}`);
    const { claims, services } = noting({ devices: sns.map((sn) => device(sn)) });
    await start(sns, services);
    await start(['SN1'], services);
    expect(new Set(claims.map(({ upgrade }) => upgrade.upgradeId)).size).toBe(1001);
    expect(new Set(claims.map(({ upgrade }) => upgrade.claimToken)).size).toBe(2);
    expect(claims[0]?.upgrade.claimToken).toBe(claims[1]?.upgrade.claimToken);
  });

  test('is made over the upgrade on record, and only for devices that can be started', async () => {
    const devices = [device('A'), device('B'), device('C'), device('D', { online: false })];
    const { claims, services } = noting({ devices, current: { A: live, B: ended } });
    const results = { A: 'REPEAT', B: 'SUCCESS', C: 'SUCCESS', D: 'DEVICE_LOST', X: 'NOT_EXIST' };
    expect(Object.entries(await start(Object.keys(results), services))).toEqual(Object.entries(results));
    expect(claims.map(({ upgrade: { sn }, replaced }) => [sn, replaced])).toEqual([
      ['B', ended],
      ['C', undefined],
    ]);
  });
});

test.each(['', 'A B', 'A\n', '.A', 'A'.repeat(65), '\u0410302'])(
  'A text that cannot be a serial number (%j) is an unknown device, and is neither looked up nor logged',
  async (text) => {
    const services = servicesOf();
    const devices = jest.spyOn(services.devices, 'findMany');
    const upgrades = jest.spyOn(services.upgrades, 'findMany');
    expect(await start(['SN1', text], services)).toEqual({ SN1: 'SUCCESS', [text]: 'NOT_EXIST' });
    expect([devices.mock.calls, upgrades.mock.calls]).toEqual([[[['SN1']]], [[['SN1']]]]);
    expect((logged as { sn: string }[]).map(({ sn }) => sn)).toEqual(['SN1']);
  },
);

test.each(['A', 'A'.repeat(64), '9.a_B-c'])('A serial number may be %s', async (sn) => {
  expect(await start([sn], servicesOf({ devices: [device(sn)] }))).toEqual({ [sn]: 'SUCCESS' });
});

const underKey = { ...ended, requestKey: 'k-1' };

test.each<[string, string, WriteOutcome]>([
  ['written', 'SUCCESS', WRITTEN],
  ['refused by an upgrade of its own key, ended or not', 'REPEAT', refusedBy(underKey)],
  ['refused by one of its key to another firmware', 'CONSTRAINT_VIOLATION', refusedBy({ ...underKey, firmwareId: 22 })],
  ['refused by a live upgrade to the same firmware', 'REPEAT', refusedBy(live)],
  ['refused by one to another', 'DEVICE_BUSY', refusedBy(ofOtherFirmware)],
  ['refused by one to an unknown firmware', 'DEVICE_BUSY', refusedBy({ ...live, firmwareId: undefined })],
  ['not tried, as time ran out', 'TRY_AGAIN', NOT_TRIED],
  ['in doubt', 'TRY_AGAIN', IN_DOUBT],
])('A claim that is %s has the result %s', async (_what, result, outcome) => {
  const { claims, services } = noting({}, () => outcome);
  expect(await start(['SN1'], services, () => 25_000, 'k-1')).toEqual({ SN1: result });
  expect(claims.map(({ upgrade }) => upgrade.requestKey)).toEqual(['k-1']);
});

describe('A claim that is refused by an upgrade which no longer holds the device', () => {
  const met = [ended, expired].map(refusedBy);

  /** A and B, of which A meets each of these in turn. */
  function meeting(outcomes: readonly WriteOutcome[]) {
    const left = [...outcomes];
    const outcomeOf = (sn: string) => (sn === 'A' ? left.shift() : undefined) ?? WRITTEN;
    return noting({ devices: [device('A'), device('B')] }, outcomeOf);
  }

  test('is made anew over that one, with an id, a time and a lease of its own, and no other claim is', async () => {
    const { claims, services } = meeting(met);
    let seconds = 0;
    const clock = () => new Date(NOW.getTime() + 1000 * (seconds += 1));
    expect(await start(['A', 'B'], { ...services, clock })).toEqual({ A: 'SUCCESS', B: 'SUCCESS' });
    expect(claims.map(({ upgrade: { sn }, replaced }) => [sn, replaced])).toEqual([
      ['A', undefined],
      ['B', undefined],
      ['A', ended],
      ['A', expired],
    ]);
    const ofA = claims.map(({ upgrade }) => upgrade).filter(({ sn }) => sn === 'A');
    expect(ofA.map(({ requestedAt }) => requestedAt.getTime() - NOW.getTime())).toEqual([2000, 3000, 4000]);
    expect(ofA.map(({ leaseEndsAt }) => leaseEndsAt - NOW_SECONDS - 3600)).toEqual([2, 3, 4]);
    expect(new Set(ofA.map(({ upgradeId }) => upgradeId)).size).toBe(3);
    expect(new Set(ofA.map(({ claimToken }) => claimToken)).size).toBe(1);
  });

  test.each<[WriteOutcome, string]>([
    [refusedBy(live), 'REPEAT'],
    [IN_DOUBT, 'TRY_AGAIN'],
  ])('and then ends as %j has the result %s', async (then, result) => {
    expect(await start(['A', 'B'], meeting([...met, then]).services)).toEqual({ A: result, B: 'SUCCESS' });
  });

  test('three times over has the result 4', async () => {
    const { claims, services } = meeting([...met, ...met]);
    expect(await start(['A', 'B'], services)).toEqual({ A: 'TRY_AGAIN', B: 'SUCCESS' });
    expect(claims).toHaveLength(4);
  });
});

test('Claims learn when time is up', async () => {
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

test('A dry run has the results that a start would have, and claims nothing', async () => {
  const devices = [device('A'), device('B'), device('C', { online: false }), device('D')];
  const { claims, services } = noting({ devices, current: { A: live, D: underKey } });
  const request = { sns: ['A', 'B', 'C', 'D', 'X'], firmwareId: 21, requestKey: 'k-1' };
  const { results, metrics } = await dryRunUpgrade(request, services);
  const told = { A: 'REPEAT', B: 'SUCCESS', C: 'DEVICE_LOST', D: 'REPEAT', X: 'NOT_EXIST' };
  expect(Object.fromEntries(results)).toEqual(told);
  expect([claims, metrics]).toEqual([[], undefined]);
});

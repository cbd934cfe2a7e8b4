import { expect, jest, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { Fleet } from '../../../../tools/stage/page/home/fleet.ts';
import { PAGE_SIZE, Views, type FleetView } from '../../../../tools/stage/page/home/view.ts';

const TABLES = { sessions: 'S', devices: 'D', firmwares: 'F', upgrades: 'U', upgradeHistory: 'H', rollouts: 'R' };
const NOW = 1_800_000_000;

const device = (sn: string, online = true) => ({ sn, online, firmwareVersion: '1.0', product: '3-2-1.0' });

function record(state: string, requestedAt: string, leaseEndsAt = NOW + 60): RecordedUpgrade {
  const upgrade = { upgradeId: 'u', firmwareId: 21, claimToken: 'TOKEN', version: '2.4.0', requestedBy: 'ann' };
  return { ...upgrade, ...{ state, requestedAt, leaseEndsAt, progress: 40, reason: undefined } };
}

/** A fleet that needs no reading. */
function fleet(upgrades: Record<string, RecordedUpgrade>, sns = Object.keys(upgrades)): Fleet {
  const known = new Fleet(new DynamoDBClient({ region: 'local' }), TABLES);
  jest.spyOn(known, 'refresh').mockResolvedValue();
  jest.spyOn(known, 'complete', 'get').mockReturnValue(true);
  for (const sn of sns) known.put(sn, { device: device(sn) });
  for (const [sn, upgrade] of Object.entries(upgrades)) known.put(sn, { upgrade });
  return known;
}

function viewOf(known: Fleet, query = {}, now = NOW, views = new Views(known)) {
  return views.viewFor(`/home/fleet?${String(new URLSearchParams(query))}`, now) as FleetView;
}

const MIXED = fleet(
  {
    done: record('succeeded', '2026-01-05'),
    taken: record('cancelled', '2026-01-05'),
    asked: record('requested', '2026-01-02'),
    young: record('running', '2026-01-04'),
    old: record('running', '2026-01-03'),
    before: record('failed', '2026-01-01'),
    lately: record('failed', '2026-01-02'),
    stuck: record('running', '2026-01-01', NOW),
    odd: record('exploded', '2026-01-01'),
  },
  ['done', 'taken', 'asked', 'young', 'old', 'before', 'lately', 'odd', 'idle'],
);

test('What is stuck comes first, then what failed lately, then what has been under way for longest, then the rest', () => {
  const { rows, totals } = viewOf(MIXED);
  expect(rows.map(({ sn, state }) => `${sn} ${state}`)).toEqual([
    'stuck timed-out',
    'lately failed',
    'before failed',
    'old running',
    'young running',
    'asked requested',
    'odd none',
    'idle none',
    'taken cancelled',
    'done succeeded',
  ]);
  expect(totals).toEqual({ 'timed-out': 1, failed: 2, running: 2, requested: 1, none: 2, cancelled: 1, succeeded: 1 });
});

test('A row tells what upgrade-status tells, and a device that the registry lacks is there without one', () => {
  const [stuck] = viewOf(MIXED).rows;
  const told = { 'firmware-id': 21, progress: 40, 'requested-by': 'ann' };
  expect(stuck).toMatchObject({ sn: 'stuck', device: undefined, ...told });
  expect(JSON.stringify(stuck)).not.toContain('TOKEN');
});

test.each<[object, string[]]>([
  [{ state: 'failed' }, ['lately', 'before']],
  [{ search: ' O ' }, ['before', 'old', 'young', 'odd', 'done']],
  [{ search: 'o', state: 'running' }, ['old', 'young']],
  [{ search: '3-2-1 1.0 IDL' }, ['idle']],
  [{ search: '2.4 yo' }, ['young']],
  [{ search: 'nothing' }, []],
  [{ search: 'odd', state: '__proto__' }, ['odd']],
])('Asked for %j it shows those devices, and the totals of all', (query, sns) => {
  const { rows, matching, totals } = viewOf(MIXED, query);
  expect([rows.map(({ sn }) => sn), matching]).toEqual([sns, sns.length]);
  expect(Object.values(totals).reduce((sum, count) => sum + count)).toBe(10);
});

test.each([
  [1, 1],
  [3, 3],
  [9, 3],
  [-1, 1],
  [1.5, 1],
])('Asked for page %d it shows page %i of three', (wanted, page) => {
  const sns = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => `D${String(index)}`).sort();
  const known = fleet({}, sns);
  known.put('D0', { device: device('D0', false) });
  const view = viewOf(known, { page: wanted });
  expect(view).toMatchObject({ page, pages: 3, offline: 1, matching: sns.length });
  expect(view.rows.map(({ sn }) => sn)).toEqual(sns.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
});

test('Devices keep their places until something else is asked; new ones come last; totals follow clock and records', () => {
  const known = fleet({ b: record('running', '2026-01-02', NOW + 9), c: record('running', '2026-01-03', NOW + 60) });
  const views = new Views(known);
  const shown = (now: number, page = 1) => {
    const { rows, totals, matching } = viewOf(known, { page }, now, views);
    return [rows.map(({ sn, state }) => `${sn} ${state}`).join(), totals['timed-out'], matching];
  };
  expect(shown(NOW)).toEqual(['b running,c running', 0, 2]);
  known.put('c', { upgrade: record('failed', '2026-01-03') });
  known.put('a', { upgrade: record('failed', '2026-01-01') });
  expect(shown(NOW)).toEqual(['b running,c failed,a failed', 0, 3]);
  known.put('a', { upgrade: undefined });
  expect(shown(NOW + 9)).toEqual(['b timed-out,c failed,a none', 1, 2]);
  // The clock was set back.
  expect(shown(NOW)).toEqual(['b running,c failed,a none', 0, 2]);
  expect(shown(NOW, 0)).toEqual(['c failed,b running', 0, 2]);
});

test('The feed has the fifty newest events, the newest first', () => {
  const watched = fleet({});
  const sns = Array.from({ length: 51 }, (_, index) => `D${String(index)}`);
  for (const sn of sns) watched.onEvent({ source: 'stream-fleet', detailType: 'UpgradeRequested', detail: { sn } });
  expect(watched.feed.map(({ detail }) => detail['sn'])).toEqual(sns.slice(1).reverse());
});

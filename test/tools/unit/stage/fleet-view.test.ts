import { expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { Fleet } from '../../../../tools/stage/page/home/fleet.ts';
import { queryOf } from '../../../../tools/stage/page/home/view-stream.ts';
import { PAGE_SIZE, viewOf, type FleetQuery } from '../../../../tools/stage/page/home/view.ts';

const NOW = 1_800_000_000;
const ALL: FleetQuery = { search: '', page: 1 };

const device = (sn: string, online = true) => ({ sn, online, firmwareVersion: '1.0', product: '3-2-1.0' });

function record(state: string, requestedAt: string, leaseEndsAt = NOW + 60): RecordedUpgrade {
  const upgrade = { upgradeId: 'u', firmwareId: 21, claimToken: 'TOKEN', version: '2.4.0', requestedBy: 'ann' };
  return { ...upgrade, ...{ state, requestedAt, leaseEndsAt, progress: 40, reason: undefined } };
}

function fleet(upgrades: Record<string, RecordedUpgrade>, sns = Object.keys(upgrades)) {
  return { devices: sns.map((sn) => device(sn)), firmwares: [], feed: [], upgrades: new Map(Object.entries(upgrades)) };
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
  const { rows, totals } = viewOf(MIXED, ALL, NOW);
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
  const [stuck] = viewOf(MIXED, ALL, NOW).rows;
  const told = { 'firmware-id': 21, progress: 40, 'requested-by': 'ann' };
  expect(stuck).toMatchObject({ sn: 'stuck', device: undefined, ...told });
  expect(JSON.stringify(stuck)).not.toContain('TOKEN');
});

test.each<[Partial<FleetQuery>, string[]]>([
  [{ state: 'failed' }, ['lately', 'before']],
  [{ search: ' O ' }, ['before', 'old', 'young', 'odd', 'done']],
  [{ search: 'o', state: 'running' }, ['old', 'young']],
  [{ search: 'nothing' }, []],
])('Asked for %j it shows those devices, and the totals of all', (query, sns) => {
  const { rows, matching, totals } = viewOf(MIXED, { ...ALL, ...query }, NOW);
  expect([rows.map(({ sn }) => sn), matching]).toEqual([sns, sns.length]);
  expect(Object.values(totals).reduce((sum, count) => sum + count)).toBe(10);
});

test.each([
  [1, 1],
  [3, 3],
  [9, 3],
  [-1, 1],
])('Asked for page %i it shows page %i of three', (wanted, page) => {
  const sns = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => `D${String(index)}`).sort();
  const devices = sns.map((sn) => device(sn, sn !== 'D0'));
  const view = viewOf({ ...fleet({}), devices }, { ...ALL, page: wanted }, NOW);
  expect(view).toMatchObject({ page, pages: 3, offline: 1, matching: sns.length });
  expect(view.rows.map(({ sn }) => sn)).toEqual(sns.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
});

test.each([
  ['/home/events', ALL],
  ['/home/events?state=failed&search=a%2F&page=2', { state: 'failed', search: 'a/', page: 2 }],
  ['/home/events?state=__proto__&page=1.5', ALL],
])('%s asks for %j', (url, query) => {
  expect(queryOf(url)).toEqual(query);
});

test('The feed has the fifty newest events, the newest first', () => {
  const tables = { sessions: 'S', devices: 'D', firmwares: 'F', upgrades: 'U' };
  const watched = new Fleet(new DynamoDBClient({ region: 'local' }), tables);
  const sns = Array.from({ length: 51 }, (_, index) => `D${String(index)}`);
  for (const sn of sns) watched.onEvent({ source: 'stream-fleet', detailType: 'UpgradeRequested', detail: { sn } });
  expect(watched.feed.map(({ detail }) => detail['sn'])).toEqual(sns.slice(1).reverse());
});

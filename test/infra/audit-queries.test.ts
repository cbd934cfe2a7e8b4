/** The saved queries of an audit, on lines that the functions really write. */
import { expect, test } from '@jest/globals';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { rolloutOperations } from '../../functions/rollout/operations.ts';
import { upgradeOperations } from '../../functions/upgrade/operations.ts';
import { captureOutput } from '../support/console.ts';
import { gatewayEvent, invoke } from '../support/events.ts';
import { annAdmin, live, servicesOf } from '../support/fakes.ts';
import { tablesInMemory } from '../support/rollouts/tables.ts';
import { propertiesOf } from '../support/templates.ts';

const { logged } = captureOutput();

/** What a query shows of the lines that it finds. */
function answersOf(query: string): Record<string, unknown>[] {
  const code = /filter message\.code = "(?<code>\w+)"/.exec(query)?.groups?.['code'];
  const shown = /^(?:\| )?(?:fields|stats) .*$/m.exec(query)?.[0] ?? '';
  const fields = [...shown.matchAll(/message\.(\w+)/g)].map(([, name = '']) => name);
  return (logged as Record<string, unknown>[])
    .filter((line) => line['code'] === code)
    .map((line) => Object.fromEntries(fields.map((name) => [name, line[name]])));
}

const upgrade = { sn: 'SN1', firmwareId: 21 };
const ROLLOUT = '{"rollout-id":"spring-21","firmware-id":21,"sn":["SN1"]}';
const started = { requestedBy: 'ann', requestKey: 'spring', ...upgrade, upgradeId: expect.any(String) };
const headers = { 'content-type': 'application/json', 'idempotency-key': 'spring' };
const where = { sourceIp: '192.0.2.1', gatewayRequestId: 'request-1' };
const session = expect.stringMatching(/^[0-9a-f]{8}$/);

test.each<[string, keyof typeof AUDIT_QUERIES, Parameters<typeof servicesOf>[0], string, object]>([
  ['started', 'who-started', {}, 'upgrade/start', { ...where, ...started }],
  ['started, in total,', 'who-started-totals', {}, 'upgrade/start', { requestedBy: 'ann', firmwareId: 21 }],
  [
    'cancelled',
    'who-cancelled',
    { current: { SN1: { ...live, state: 'requested' } } },
    'upgrade/cancel',
    { ...where, cancelledBy: 'ann', ...upgrade, upgradeId: 'earlier' },
  ],
  [
    'changed a roll-out,',
    'who-changed-a-roll-out',
    {},
    'rollout/create',
    { ...where, changedBy: 'ann', operation: 'create-rollout', rolloutId: 'spring-21' },
  ],
  [
    'was denied',
    'who-was-denied',
    { sessions: { 'sid-of-ann': { ...annAdmin, role: 'user' } } },
    'upgrade/start',
    { ...where, userName: 'ann', session, operation: 'start-upgrade', reason: 'NOT_PERMITTED' },
  ],
])(
  'An audit is told by one query who %s what, from where and by which request',
  async (_what, query, stored, path, told) => {
    const services = { ...servicesOf(stored), rollouts: tablesInMemory().ports.rollouts };
    const isOfRollouts = path.startsWith('rollout/');
    const operations = isOfRollouts ? rolloutOperations(() => services) : upgradeOperations(() => services);
    await invoke(
      operations,
      gatewayEvent({ routeKey: `POST /sc_cloud/${path}`, headers, ...(isOfRollouts && { body: ROLLOUT }) }),
    );
    expect(answersOf(AUDIT_QUERIES[query])).toEqual([told]);
  },
);

test('A query counts and sorts before its limit, which is the most that AWS gives', () => {
  for (const query of Object.values(AUDIT_QUERIES))
    expect(query.split('| limit')).toEqual([expect.any(String), ' 10000']);
});

test('A stage saves each query, under names of its own, for the logs of all that starts, cancels or denies', () => {
  const saved = propertiesOf('Logs::QueryDefinition');
  expect(saved.map(({ QueryString }) => QueryString)).toEqual(Object.values(AUDIT_QUERIES));
  for (const { Name, LogGroupNames } of saved) {
    expect(Name).toContain('<AWS::StackName>');
    const ofCallers = ['GetStreamServersList', 'UpgradeFunction', 'RolloutFunction'].map(
      (name) => `<Operations${name}Logs>`,
    );
    expect(LogGroupNames).toEqual([...ofCallers, '<RolloutRunAdvanceLogs>']);
  }
});

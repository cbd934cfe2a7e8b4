/** The saved queries of an audit, on lines that the functions really write. */
import { describe, expect, test } from '@jest/globals';
import { AUDIT_QUERIES } from '../../infra/audit-queries.ts';
import { upgradeOperations } from '../../functions/upgrade/operations.ts';
import { captureOutput } from '../support/console.ts';
import { gatewayEvent, invoke } from '../support/events.ts';
import { annAdmin, live, servicesOf } from '../support/fakes.ts';
import { resources, templateOf } from '../support/templates.ts';

const { logged } = captureOutput();

/** What a query shows of the lines that it finds. */
function answersOf(query: string): Record<string, unknown>[] {
  const code = /filter message\.code = "(?<code>\w+)"/.exec(query)?.groups?.['code'];
  const fields = [...(query.split('\n', 1)[0] ?? '').matchAll(/message\.(\w+)/g)].map(([, name = '']) => name);
  return (logged as Record<string, unknown>[])
    .filter((line) => line['code'] === code)
    .map((line) => Object.fromEntries(fields.map((name) => [name, line[name]])));
}

const where = { sourceIp: '192.0.2.1', gatewayRequestId: 'request-1' };

describe('An audit is told by one query', () => {
  test('who started what, from where and by which request', async () => {
    await invoke(
      upgradeOperations(() => servicesOf()),
      gatewayEvent(),
    );
    expect(answersOf(AUDIT_QUERIES['who-started'])).toEqual([
      { ...where, requestedBy: 'ann', sn: 'SN1', firmwareId: 21, upgradeId: expect.any(String) },
    ]);
  });

  test('who cancelled what', async () => {
    const services = servicesOf({ current: { SN1: { ...live, state: 'requested' } } });
    await invoke(
      upgradeOperations(() => services),
      gatewayEvent({ routeKey: 'POST /sc_cloud/upgrade/cancel' }),
    );
    expect(answersOf(AUDIT_QUERIES['who-cancelled'])).toEqual([
      { ...where, cancelledBy: 'ann', sn: 'SN1', firmwareId: 21, upgradeId: 'earlier' },
    ]);
  });

  test('who was denied what', async () => {
    const services = servicesOf({ sessions: { 'sid-of-ann': { ...annAdmin, role: 'user' } } });
    await invoke(
      upgradeOperations(() => services),
      gatewayEvent(),
    );
    const session = expect.stringMatching(/^[0-9a-f]{8}$/);
    expect(answersOf(AUDIT_QUERIES['who-was-denied'])).toEqual([
      { ...where, userName: 'ann', session, operation: 'start-upgrade', reason: 'NOT_PERMITTED' },
    ]);
  });
});

test('A stage saves each query, under names of its own, for the logs of both functions', () => {
  const saved = Object.values(resources(templateOf('prod'), 'AWS::Logs::QueryDefinition')).map(
    ({ Properties }) => Properties,
  );
  expect(saved.map(({ QueryString }) => QueryString)).toEqual(Object.values(AUDIT_QUERIES));
  for (const { Name, LogGroupNames } of saved) {
    expect(JSON.stringify(Name)).toContain('{"Ref":"AWS::StackName"}');
    expect(LogGroupNames).toEqual([
      { Ref: expect.stringContaining('GetStreamServersListLogs') },
      { Ref: expect.stringContaining('UpgradeFunctionLogs') },
    ]);
  }
});

import type { Check, Session } from '../http-checks/check.ts';
import { listed, listRefused, noRoute, upgradeAccepted, upgradeRefused } from '../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE } from '../http-checks/nothing.ts';
import type { UpgradeOrder } from '../http-checks/option-values.ts';
import { list, listOf, upgrade, upgradeBody } from '../http-checks/requests.ts';
import type { SmokeOptions } from './options.ts';

/** What must be so without a session. */
const openChecks: readonly Check[] = [
  {
    name: 'The list of the bare URL answers GET, or says that the stage names no device',
    request: list('GET'),
    expectation: [listed(), listRefused(404, 16, 'NOT_EXIST')],
  },
  {
    name: 'The list of the bare URL answers POST alike',
    request: list('POST'),
    expectation: [listed(), listRefused(404, 16, 'NOT_EXIST')],
  },
  {
    name: 'The list of a named device asks for a session',
    request: listOf(NO_DEVICE),
    expectation: [listRefused(401, 37, 'NOT_LOGGED_IN')],
  },
  {
    name: 'An upgrade asks for a session',
    request: upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE)),
    expectation: [upgradeRefused(401, 37)],
  },
  {
    name: 'An upgrade asks for a session before it looks at the body',
    request: upgrade('{"sn":'),
    expectation: [upgradeRefused(401, 37)],
  },
  {
    name: 'A path that is no route is not found',
    request: { method: 'GET', path: '/no-such-path', headers: {} },
    expectation: [noRoute],
  },
];

/** What must be so with an administrator's session. None of these requests can start anything, whatever is deployed. */
const sessionChecks = (session: Session): readonly Check[] => [
  {
    name: 'The session counts: the list of an unknown device is not found',
    request: listOf(NO_DEVICE, session),
    expectation: [listRefused(404, 16, 'NOT_EXIST')],
  },
  {
    name: 'A body that is not JSON is refused',
    request: upgrade('{"sn":', session),
    expectation: [upgradeRefused(400, 21)],
  },
  {
    name: 'A body that breaks the schema is refused',
    request: upgrade('{}', session),
    expectation: [upgradeRefused(400, 7)],
  },
  {
    name: 'An unknown firmware is refused',
    request: upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), session),
    expectation: [upgradeRefused(404, 16, NO_DEVICE)],
  },
];

const deviceChecks = (sn: string, session: Session): readonly Check[] => [
  { name: `The list of ${sn} is complete`, request: listOf(sn, session), expectation: [listed()] },
];

/** The only ones that start an upgrade. */
const startChecks = ({ sn, firmwareId }: UpgradeOrder, session: Session): readonly Check[] => [
  {
    name: `The upgrade of ${sn} to firmware ${String(firmwareId)} is started, or was under way`,
    request: upgrade(upgradeBody(sn, firmwareId), session),
    expectation: [upgradeAccepted(sn, 0, 1)],
  },
  {
    name: 'The same request again is a repeat, and starts nothing',
    request: upgrade(upgradeBody(sn, firmwareId), session),
    expectation: [upgradeAccepted(sn, 1)],
  },
];

/** The checks that the options ask for, in the order in which they are made. */
export function checksFor({ session, sn, start }: SmokeOptions): readonly Check[] {
  if (session === undefined) return openChecks;
  return [
    ...openChecks,
    ...sessionChecks(session),
    ...(sn === undefined ? [] : deviceChecks(sn, session)),
    ...(start === undefined ? [] : startChecks(start, session)),
  ];
}

import { check, type Check } from '../http-checks/check.ts';
import {
  listed,
  listRefused,
  noRoute,
  onRecord,
  refusedBy,
  toldBy,
  upgradeAccepted,
  upgradeRefused,
} from '../http-checks/expectations.ts';
import {
  list,
  listOf,
  NO_DEVICE,
  NO_FIRMWARE,
  PATHS,
  upgrade,
  upgradeBody,
  type Session,
} from '../../contract/requests.ts';

/** What the checks may use. */
export interface Subject {
  /** An administrator's session. */
  readonly session?: Session | undefined;
  /** A registered device. Ignored without a session. */
  readonly sn?: string | undefined;
  /** The firmware to start on the device; nothing is started when it is absent. */
  readonly startFirmwareId?: number | undefined;
}

/** The list of the bare URL, or the answer of a stage without a device of its own. */
const ownList = [listed(), listRefused(404, 16, 'NOT_EXIST')];

/** Checks without a session. */
const openChecks: readonly Check[] = [
  check('The list of the bare URL answers GET, or says that the stage names no device', list('GET'), ...ownList),
  check('The list of the bare URL answers POST likewise', list('POST'), ...ownList),
  check('The list of a named device needs a session', listOf(NO_DEVICE), listRefused(401, 37, 'NOT_LOGGED_IN')),
  check('An upgrade needs a session', upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE)), upgradeRefused(401, 37)),
  check('An upgrade needs a session, which is checked before the body', upgrade('{"sn":'), upgradeRefused(401, 37)),
  check('An unknown path is not found', { method: 'GET', path: '/no-such-path', headers: {} }, noRoute),
];

/** Checks with an administrator's session. None of these requests can start or cancel anything, whatever is deployed. */
const sessionChecks = (session: Session): readonly Check[] => [
  check(
    'The session is valid: the list of an unknown device is not found',
    listOf(NO_DEVICE, session),
    listRefused(404, 16, 'NOT_EXIST'),
  ),
  check('A body that is not JSON is refused', upgrade('{"sn":', session), upgradeRefused(400, 21)),
  check('A body that breaks the schema is refused', upgrade('{}', session), upgradeRefused(400, 7)),
  check(
    'An unknown firmware is refused',
    upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), session),
    upgradeRefused(404, 16, NO_DEVICE),
  ),
  check(
    'A dry run is refused likewise',
    upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), session, {}, PATHS['dry-run-upgrade']),
    refusedBy('dry-run-upgrade', 404, 16, NO_DEVICE),
  ),
  check(
    'Of an unknown device there is no upgrade to tell of',
    upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), session, {}, PATHS['upgrade-status']),
    toldBy('upgrade-status', NO_DEVICE, 16),
  ),
  check(
    'Of an unknown device there is no upgrade to cancel',
    upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), session, {}, PATHS['cancel-upgrade']),
    toldBy('cancel-upgrade', NO_DEVICE, 16),
  ),
];

/** The only checks that start an upgrade. */
const startChecks = (sn: string, firmwareId: number, session: Session): readonly Check[] => [
  check(
    `The upgrade of ${sn} to firmware ${String(firmwareId)} is started, or was already under way`,
    upgrade(upgradeBody(sn, firmwareId), session),
    upgradeAccepted(sn, 0, 1),
  ),
  check(
    'The same request again is a repeat, and starts nothing',
    upgrade(upgradeBody(sn, firmwareId), session),
    upgradeAccepted(sn, 1),
  ),
  check(
    `The upgrade of ${sn} is on record`,
    upgrade(upgradeBody(sn, firmwareId), session, {}, PATHS['upgrade-status']),
    onRecord(sn),
  ),
];

/** The checks that are possible with what is given, in order. */
export function checksFor({ session, sn, startFirmwareId }: Subject): readonly Check[] {
  if (session === undefined) return openChecks;
  if (sn === undefined) return [...openChecks, ...sessionChecks(session)];
  return [
    ...openChecks,
    ...sessionChecks(session),
    check(`The list of ${sn} is complete`, listOf(sn, session), listed()),
    ...(startFirmwareId === undefined ? [] : startChecks(sn, startFirmwareId, session)),
  ];
}

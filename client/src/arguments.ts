import { ArgumentError } from './errors.ts';
import type { StatusDetail, UpgradeRequest } from './types.ts';

/** A session as its two cookies carry it. */
export interface Session {
  /** `cloud-sid` */
  readonly sid: string;
  /** `cloud-uid` */
  readonly uid: string;
}

/** How long to be patient. */
export interface Patience {
  /** Most times that a request is sent; 4 if not given. */
  readonly attempts: number;
  /** Milliseconds for each of them; 35,000 if not given, as the gateway answers within 30 s. */
  readonly timeoutMs: number;
  /** Most milliseconds between two of them, at least 500; 30,000 if not given. Who is told to wait longer gives up. */
  readonly longestWaitMs: number;
}

/** What a client needs to know. */
export interface ClientOptions extends Partial<Patience> {
  /** Base URL of the API: HTTPS, or HTTP to this machine or without a session. */
  readonly baseUrl: string;
  /** For Node. Browsers send their own cookies and let no script set any: leave it out there. */
  readonly session?: Session;
}

/** What may be given with each call. */
export interface CallOptions {
  /** Ends the call, waits between attempts included. */
  readonly signal?: AbortSignal | undefined;
}

/** How the status of upgrades is asked for, again and again. */
export interface Polling {
  /** Milliseconds from one round to the next, at least 1,000; 15,000 if not given. */
  readonly intervalMs: number;
  /** Milliseconds after which no round begins; 5,400,000 (90 minutes) if not given. */
  readonly maxDurationMs: number;
  /** Most devices in a request, as the stage permits; 1,000 if not given. */
  readonly batchSize: number;
}

/** What may be given to wait for the ends of upgrades. */
export interface WaitOptions extends CallOptions, Partial<Polling> {
  /** Takes what is known of all devices, in the order given, after each round. */
  readonly onProgress?: ((details: readonly StatusDetail[]) => void) | undefined;
}

/** A letter or digit, then letters, digits, `.`, `_` and `-`: so no path that leads elsewhere. */
export const SERIAL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The hosts whose traffic stays on this machine, as URL writes them. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

function check(isMeant: boolean, what: string, value: unknown): asserts isMeant {
  const found = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
  if (!isMeant) throw new ArgumentError(`${what}, not ${found}`);
}

/** Throws an ArgumentError for what is no serial number. */
export function checkSerialNumber(sn: unknown): void {
  check(typeof sn === 'string' && SERIAL_NUMBER.test(sn), 'sn must be a serial number', sn);
}

/** Throws an ArgumentError for what is no list of serial numbers, or an empty one. */
export function checkSerialNumbers(sns: unknown): void {
  check(Array.isArray(sns) && sns.length > 0, 'sn must be a list of serial numbers', sns);
  for (const each of sns) checkSerialNumber(each);
}

/** Throws an ArgumentError for a request that the service refuses whatever it holds. */
export function checkUpgradeRequest({ sn, 'firmware-id': firmwareId }: UpgradeRequest): void {
  checkSerialNumbers(sn);
  check(Number.isSafeInteger(firmwareId) && firmwareId >= 1, 'firmware-id must be an integer from 1', firmwareId);
}

/** Throws an ArgumentError for numbers that no timer takes. */
export function checkPatience({ attempts, timeoutMs, longestWaitMs }: Patience): void {
  checkWithin('attempts', attempts, 1);
  checkWithin('timeoutMs', timeoutMs, 1);
  checkWithin('longestWaitMs', longestWaitMs, 500);
}

/** Throws an ArgumentError for rounds that would strain the service, or that no timer takes. */
export function checkPolling({ intervalMs, maxDurationMs, batchSize }: Polling): void {
  checkWithin('intervalMs', intervalMs, 1_000);
  checkWithin('maxDurationMs', maxDurationMs, 1);
  checkWithin('batchSize', batchSize, 1);
}

function checkWithin(name: string, value: number, least: number): void {
  const isWithin = Number.isInteger(value) && value >= least && value <= LONGEST_TIMER_MS;
  check(isWithin, `${name} must be an integer from ${String(least)}`, value);
}

/** What paths are put after. Throws an ArgumentError for what is no base URL, or would send cookies in the clear. */
export function checkedBaseUrl({ baseUrl, session }: ClientOptions): string {
  check(URL.canParse(baseUrl), 'baseUrl must be a URL', baseUrl);
  const { protocol, hostname, origin, pathname, href } = new URL(baseUrl);
  const base = origin + pathname;
  check(/^https?:$/.test(protocol) && href === base, 'baseUrl must be http(s)://HOST', baseUrl);
  const isPrivate = protocol === 'https:' || session === undefined || LOOPBACK.test(hostname);
  check(isPrivate, 'baseUrl must be https:// for a session to be sent', baseUrl);
  return base.replace(/\/+$/, '');
}

/** Percent-encoded, since the service decodes values once and a header does not take every character. */
export function cookieOf({ sid, uid }: Session): string {
  for (const value of [sid, uid])
    check(typeof value === 'string' && value !== '', 'session must be { sid, uid }', value);
  return `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}`;
}

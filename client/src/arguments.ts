import { ArgumentError } from './errors.ts';
import type { AwaitedDetail, CancelRequest, UpgradeRequest } from './types.ts';

/** A session as its two cookies carry it. */
export interface Session {
  /** `cloud-sid` */
  readonly sid: string;
  /** `cloud-uid` */
  readonly uid: string;
}

/** How often and how long to retry. */
export interface Patience {
  /** Maximum number of times that a request is sent; default 4. */
  readonly attempts: number;
  /** Milliseconds for each attempt; default 35,000, as the gateway answers within 30 s. */
  readonly timeoutMs: number;
  /** Maximum milliseconds between attempts, at least 500; default 30,000. If told to wait longer, the call gives up. */
  readonly longestWaitMs: number;
}

/** The options of a client. */
export interface ClientOptions extends Partial<Patience> {
  /** Base URL of the API: HTTPS; or HTTP, to this machine or without a session. */
  readonly baseUrl: string;
  /** For Node. Leave it out in browsers: they send their own cookies, and scripts cannot set them. */
  readonly session?: Session;
}

/** The options of every call. */
export interface CallOptions {
  /** Aborts the call, including waits between attempts. */
  readonly signal?: AbortSignal | undefined;
}

/** The options for starting upgrades, and for dry runs. */
export interface StartOptions extends CallOptions {
  /**
   * The key of what is intended. Give one to be able to repeat the call, even in another process: under one key, nothing is started
   * twice. Letters, digits and `._:+/=~-`, at most 64.
   */
  readonly key?: string;
}

/** How the status of upgrades is polled. */
export interface Polling {
  /** Milliseconds from one round to the next, at least 1,000; default 15,000. */
  readonly intervalMs: number;
  /** Milliseconds after which no new round begins; default 5,400,000 (90 minutes). */
  readonly maxDurationMs: number;
  /** Maximum devices in a request, within the limit of the stage; default 1,000. */
  readonly batchSize: number;
}

/** The options for waiting until upgrades end. */
export interface WaitOptions extends CallOptions, Partial<Polling> {
  /** The key under which the upgrades were started: devices whose upgrade is another's are not waited for. */
  readonly key?: string;
  /** The firmware that was asked for: the same for devices whose upgrade is to another one. */
  readonly 'firmware-id'?: number;
  /** Called after each successful round with what is known of all devices, in the order given. */
  readonly onProgress?: ((details: readonly AwaitedDetail[]) => void) | undefined;
}

/** A letter or digit, then letters, digits, `.`, `_` and `-`: it cannot lead to another path. */
export const SERIAL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The hosts whose traffic stays on this machine, in the form that `URL` gives them. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Throws an ArgumentError that says what is meant, unless the value is that. */
export function check(isMeant: boolean, what: string, value: unknown): asserts isMeant {
  if (!isMeant) throw new ArgumentError(`${what}, not ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);
}

/** Throws an ArgumentError unless the value of this name is an object. */
export function checkObject(name: string, value: unknown): void {
  check(typeof value === 'object' && value !== null, `${name} must be an object`, value);
}

/** Throws an ArgumentError for options of a call that are none, such as the signal of another library. */
export function checkCallOptions(options: CallOptions): void {
  checkObject('options', options);
  const { signal } = options;
  check(signal === undefined || signal instanceof AbortSignal, 'signal must be an AbortSignal', signal);
}

/** Throws an ArgumentError unless `sn` is a serial number. */
export function checkSerialNumber(sn: unknown): void {
  check(typeof sn === 'string' && SERIAL_NUMBER.test(sn), 'sn must be a serial number', sn);
}

/** Throws an ArgumentError unless `before` may be the `next` of a page. */
export function checkBefore(before: unknown): void {
  check(typeof before === 'string' && before !== '', 'before must be `next` of the page before', before);
}

/** Throws an ArgumentError unless `sns` is a non-empty list of serial numbers. */
export function checkSerialNumbers(sns: unknown): void {
  check(Array.isArray(sns) && sns.length > 0, 'sn must be a list of serial numbers', sns);
  for (const each of sns) checkSerialNumber(each);
}

/** Throws an ArgumentError for a request that the service would always refuse. */
export function checkUpgradeRequest(request: UpgradeRequest): void {
  checkObject('the request', request);
  checkSerialNumbers(request.sn);
  checkFirmwareId(request['firmware-id']);
}

/** Throws an ArgumentError unless `id` may be that of a firmware. */
export function checkFirmwareId(id: unknown): void {
  check(Number.isSafeInteger(id) && Number(id) >= 1, 'firmware-id must be an integer from 1', id);
}

/** Throws an ArgumentError for a cancellation that the service would always refuse. */
export function checkCancelRequest(request: CancelRequest): void {
  checkUpgradeRequest(request);
  const { sn, 'upgrade-id': ids } = request;
  // A variable that happens to be undefined must not cancel whatever is under way.
  const isMeant =
    !('upgrade-id' in request) ||
    (Array.isArray(ids) && ids.length === sn.length && ids.every((id) => id === null || typeof id === 'string'));
  check(isMeant, 'upgrade-id must be a list with a text or null for each sn', ids);
}

/** How often and how long to retry, by the options of a client. Throws an ArgumentError for numbers out of range. */
export function patienceOf(options: ClientOptions): Patience {
  checkObject('options', options);
  const { attempts = 4, timeoutMs = 35_000, longestWaitMs = 30_000 } = options;
  checkWithin('attempts', attempts, 1);
  checkWithin('timeoutMs', timeoutMs, 1);
  checkWithin('longestWaitMs', longestWaitMs, 500);
  return { attempts, timeoutMs, longestWaitMs };
}

/** Throws an ArgumentError for polling that would strain the service, or for numbers too large for a timer. */
export function checkPolling({ intervalMs, maxDurationMs, batchSize, onProgress }: Polling & WaitOptions): void {
  check(onProgress === undefined || typeof onProgress === 'function', 'onProgress must be a function', onProgress);
  checkWithin('intervalMs', intervalMs, 1_000);
  checkWithin('maxDurationMs', maxDurationMs, 1);
  checkWithin('batchSize', batchSize, 1);
}

function checkWithin(name: string, value: number, least: number): void {
  const isWithin = Number.isInteger(value) && value >= least && value <= LONGEST_TIMER_MS;
  check(isWithin, `${name} must be an integer from ${String(least)}`, value);
}

/** The base URL, to append paths to. Throws an ArgumentError if it is invalid or would send cookies in the clear. */
export function checkedBaseUrl({ baseUrl, session }: ClientOptions): string {
  const given = typeof baseUrl === 'string' ? withoutSecrets(baseUrl) : baseUrl;
  check(typeof baseUrl === 'string' && URL.canParse(baseUrl), 'baseUrl must be the text of a URL', given);
  const { protocol, hostname, origin, pathname, href } = new URL(baseUrl);
  const base = origin + pathname;
  check(/^https?:$/.test(protocol) && href === base, 'baseUrl must be http(s)://HOST and no more', given);
  const isPrivate = protocol === 'https:' || session === undefined || LOOPBACK.test(hostname);
  check(isPrivate, 'baseUrl must be https:// for a session to be sent', given);
  return base.replace(/(?<!\/)\/+$/, '');
}

/**
 * A URL without user, password, query, fragment and what follows `;`, all of which may be secret. Of a text that is no
 * URL, rather too little stays.
 */
export function withoutSecrets(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url.replace(/^.*@/s, '').replace(/[?#;].*/s, '');
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/;.*/, '')}`;
}

/** Percent-encoded, since the service decodes values once and a header does not allow every character. */
export function cookieOf(session: Session): string {
  checkObject('session', session);
  const { sid, uid } = session;
  if (!isText(sid) || !isText(uid)) throw new ArgumentError('session must be { sid, uid }, both of them text');
  return `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}`;
}

/** Half a surrogate pair is no text, and cannot be encoded. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value);
}

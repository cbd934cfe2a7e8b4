import type { Session } from '../http-checks/check.ts';
import { parseOptions } from '../http-checks/command-line.ts';
import { baseUrl, firmwareId, serialNumber, sessionFrom, timeoutSeconds } from '../http-checks/option-values.ts';
import { UsageError } from '../http-checks/usage-error.ts';
import type { Subject } from './rule.ts';

/** What the user wants held to the interface. */
export interface ConformanceOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly subject: Subject;
  readonly timeoutSeconds: number;
  readonly json: boolean;
}

/** The options that a command line and the environment give. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): ConformanceOptions {
  const given = parse(args);
  return {
    url: baseUrl(given.url),
    subject: {
      admin: required('--admin-sid and --admin-uid', session('admin')),
      user: session('user'),
      sn: required('--sn', serialNumber('--sn', given.sn)),
      firmwareId: required('--firmware-id', firmwareId('--firmware-id', given['firmware-id'])),
      otherSn: serialNumber('--other-sn', given['other-sn']),
      unavailableFirmwareId: firmwareId('--unavailable-firmware-id', given['unavailable-firmware-id']),
      start: given.start,
    },
    timeoutSeconds: timeoutSeconds(given.timeout),
    json: given.json,
  };

  function session(who: 'admin' | 'user'): Session | undefined {
    const variable = `CONFORMANCE_${who.toUpperCase()}`;
    const sid = given[`${who}-sid`] ?? env[`${variable}_SID`];
    const uid = given[`${who}-uid`] ?? env[`${variable}_UID`];
    return sessionFrom(sid, uid, `--${who}-sid and --${who}-uid`);
  }
}

function required<Value>(option: string, value: Value | undefined): Value {
  if (value === undefined) throw new UsageError(`Give ${option} too (--help tells all)`);
  return value;
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    url: { type: 'string' },
    'admin-sid': { type: 'string' },
    'admin-uid': { type: 'string' },
    'user-sid': { type: 'string' },
    'user-uid': { type: 'string' },
    sn: { type: 'string' },
    'firmware-id': { type: 'string' },
    'other-sn': { type: 'string' },
    'unavailable-firmware-id': { type: 'string' },
    start: { type: 'boolean', default: false },
    timeout: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  });
}

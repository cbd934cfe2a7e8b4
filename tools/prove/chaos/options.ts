import { parseOptions } from '../../operate/http-checks/command-line.ts';
import { UsageError } from '../../operate/http-checks/usage-error.ts';
import type { ChaosOptions } from './drive/run-chaos.ts';
import { faultRules } from './proxy/default-rules.ts';
import { FAULTS, type FaultName } from './proxy/faults.ts';

const A_DAY = 86_400;

/** The options that a command line gives. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[]): ChaosOptions {
  const given = parse(args);
  const rates = new Map(given.fault.map(faultRate));
  return {
    seed: given.seed === undefined ? Math.floor(Math.random() * 1_000_000) : count('--seed', given.seed, 0),
    requests: count('--requests', given.requests, 1),
    seconds: count('--seconds', given.seconds, 1),
    callers: count('--callers', given.callers, 1),
    devices: count('--devices', given.devices, 1),
    rules: faultRules(number('--faults', given.faults, 10), rates),
  };
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    seed: { type: 'string' },
    requests: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: String(A_DAY) },
    callers: { type: 'string', default: '24' },
    devices: { type: 'string', default: '60' },
    faults: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: [] },
  });
}

function faultRate(text: string): [FaultName, number] {
  const [name = '', rate = ''] = text.split('=');
  if (!isFault(name)) throw new UsageError(`--fault knows no ${name}: there are ${Object.keys(FAULTS).join(', ')}`);
  return [name, number('--fault', rate, 1)];
}

function isFault(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

function count(option: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw new UsageError(`${option} is not a whole number of at least ${String(least)}`);
  }
  return Number(text);
}

function number(option: string, text: string, most: number): number {
  if (!/^\d*\.?\d+$/.test(text) || Number(text) > most) {
    throw new UsageError(`${option} is not a number from 0 to ${String(most)}`);
  }
  return Number(text);
}

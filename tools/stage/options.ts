import { parseOptions } from '../operate/http-checks/command-line.ts';
import { UsageError } from '../operate/http-checks/usage-error.ts';
import type { SimulationOptions } from './simulated-devices/course.ts';

const LONGEST_UPGRADE_SECONDS = 3_600;
const LARGEST_SEED = 999_999_999;

/** What the user wants of the stage. */
export interface StageOptions {
  /** There only when the user said `--simulate`. */
  readonly simulation?: SimulationOptions | undefined;
}

/** The options that a command line gives. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[]): StageOptions {
  const { simulate, ...given } = parse(args);
  if (simulate) return { simulation: simulationFrom(given) };
  const [option] = Object.keys(given);
  if (option !== undefined) throw new UsageError(`--${option} says how devices are simulated: give --simulate too`);
  return {};
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    simulate: { type: 'boolean' },
    seconds: { type: 'string' },
    fail: { type: 'string' },
    silent: { type: 'string' },
    seed: { type: 'string' },
  });
}

function simulationFrom(given: Omit<ReturnType<typeof parse>, 'simulate'>): SimulationOptions {
  const fail = share('--fail', given.fail ?? '0');
  const silent = share('--silent', given.silent ?? '0');
  if (fail + silent > 1) throw new UsageError('--fail and --silent are more than 1 together');
  return {
    seed: wholeNumber('--seed', given.seed ?? String(Math.floor(Math.random() * 1_000_000)), 0, LARGEST_SEED),
    fail,
    silent,
    seconds: wholeNumber('--seconds', given.seconds ?? '20', 1, LONGEST_UPGRADE_SECONDS),
  };
}

function share(option: string, text: string): number {
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return Number(text);
  throw new UsageError(`${option} is not a number from 0 to 1`);
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${option} is not a whole number from ${String(least)} to ${String(most)}`);
}

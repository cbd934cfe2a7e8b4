import type { Command, OptionValues } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import { createRequest } from '../../../../functions/rollout/request.ts';
import { secondsUpTo } from '../option-values.ts';

/** What the fields of a roll-out may be, as the tool takes them; said when a value is something else. */
const FORMS = {
  'rollout-id': 'An id has 1 to 64 letters, digits, "_" and "-".',
  waves: 'Waves are up to 20 numbers of devices, or percents, each more than the one before: such as 5,10%,100%.',
  'between-waves': 'It is up to 7d in whole minutes, such as 90m or 1h; or "manual".',
  stop: 'It is a percent, and of at least how many that ended, 1 to 1000: such as 5%/100.',
  'max-in-flight': 'It must be a whole number from 1 to 10000.',
  'wait-hours': 'It is up to 7d in whole hours, such as 72h; 0 does not wait.',
} as const;

/** The parser of an option: the API's own schema tells whether the field may have the value. */
function field<Value>(name: keyof typeof FORMS, valueOf: (text: string) => Value) {
  return (text: string): Value => {
    const value = valueOf(text);
    try {
      createRequest({ 'rollout-id': 'any', 'firmware-id': 1, sn: ['any'], [name]: value });
    } catch {
      throw new InvalidArgumentError(FORMS[name]);
    }
    return value;
  };
}

export const rolloutId = field('rollout-id', (text) => text);

const waves = field('waves', (text) =>
  text.split(',').map((wave) => {
    return wave.endsWith('%') ? { percent: numberIn(wave.slice(0, -1)) } : { devices: numberIn(wave) };
  }),
);

const betweenWaves = field('between-waves', (text) => (text === 'manual' ? ('manual' as const) : spanIn(text, 60)));

const stop = field('stop', (text) => {
  const [, percent = '', least] = /^(\d+)%(?:\/(\d+))?$/.exec(text) ?? [];
  return { 'failed-percent': numberIn(percent), ...(least !== undefined && { 'of-at-least': numberIn(least) }) };
});

const maxInFlight = field('max-in-flight', numberIn);

const waitHours = field('wait-hours', (text) => spanIn(text, 3_600));

function numberIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}

/** How many units of so many seconds a duration has. */
function spanIn(text: string, unit: number): number {
  return text === '0' ? 0 : secondsUpTo(7)(text) / unit;
}

/** Adds the options that say how a roll-out goes on, and when it stops. Those not given are the API's. */
export function withPlan<Args extends unknown[], Options extends OptionValues, Others extends OptionValues>(
  command: Command<Args, Options, Others>,
) {
  return command
    .option('--waves <list>', 'devices from the start to the end of each wave; 5,10%,100% if not given', waves)
    .option('--between <duration>', 'pause between waves; or manual, to open each by "rollout resume"', betweenWaves)
    .option('--stop <percent/n>', 'it stops when so many percent of those that ended, or of n, have failed', stop)
    .option('--max-in-flight <n>', 'devices under way at once, 500 if not given: the brake that counts', maxInFlight)
    .option('--wait <duration>', 'how long to try devices that are offline or busy; 24h if not given', waitHours);
}

export interface PlanOptions {
  readonly waves?: ReturnType<typeof waves> | undefined;
  readonly between?: ReturnType<typeof betweenWaves> | undefined;
  readonly stop?: ReturnType<typeof stop> | undefined;
  readonly maxInFlight?: number | undefined;
  readonly wait?: number | undefined;
}

/** The fields of create-rollout that these options set. */
export function planFields(options: PlanOptions) {
  const { between, maxInFlight: most, wait } = options;
  return {
    ...(options.waves && { waves: options.waves }),
    ...(between !== undefined && { 'between-waves': between }),
    ...(options.stop && { stop: options.stop }),
    ...(most !== undefined && { 'max-in-flight': most }),
    ...(wait !== undefined && { 'wait-hours': wait }),
  };
}

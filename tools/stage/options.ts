import { Option } from '@commander-js/extra-typings';
import {
  CommandError,
  newCommand,
  numberUpTo,
  textThat,
  UsageError,
  wholeNumber,
  type ProgramContext,
} from '../command-line.ts';
import type { SimulationOptions } from './simulated-devices/course.ts';

const LONGEST_UPGRADE_SECONDS = 3_600;

/** Stands for all firmwares whose share is not given. */
const ANY = 'any';

/** The command of the local stage before its action. */
export function stageCommand(streams: Pick<ProgramContext, 'stdout' | 'stderr'>) {
  return newCommand(
    'npm start --',
    'Serves the whole API on this machine, with demo data, until it is interrupted.',
    '0 it was ended, 1 it could not start or go on, 130 it was interrupted while it started',
    streams,
  )
    .option('--simulate', 'let devices install what they are told to, and report it')
    .option(
      '--seconds <n>',
      'how long a simulated upgrade takes once it has begun, 20 if not given',
      wholeNumber(1, LONGEST_UPGRADE_SECONDS),
    )
    .option(
      '--fail <share>',
      'share of the simulated upgrades that fail, from 0 to 1; as ID=SHARE of those to that firmware, also several times',
      failing,
    )
    .option(
      '--silent <share>',
      'share of the simulated upgrades on which the device falls silent, from 0 to 1',
      numberUpTo(1),
    )
    .option('--seed <n>', 'which upgrades these are; any if not given', wholeNumber(0, 999_999_999))
    .option('--every <time>', 'how often roll-outs go on, such as 5s; each minute if not given, as on AWS', seconds)
    .option('--assembly <folder>', 'serve what `cdk synth` wrote there; without it, the dev stage is synthesised')
    .option(
      '--events-to <url>',
      'send each event by POST to this address of this machine, whole, as targets of the bus receive it',
      textThat(
        isLoopback,
        'It must be http:// with a host of this machine and no user, such as http://127.0.0.1:4000/events.',
        UsageError,
      ),
    )
    .option('--metrics', 'print the metrics of each request too')
    .option('--replace-tables', 'delete the tables that another stage left in the engine of DYNAMODB_ENDPOINT')
    .addOption(new Option('--keep-tables', 'serve them instead, with all that is on record').conflicts('replaceTables'))
    .addHelpText(
      'after',
      '\nEnvironment: PORT is the port on 127.0.0.1, 3000 if not given, 0 for any free one; DYNAMODB_ENDPOINT the URL of\n' +
        'another DynamoDB engine; JAVA_HOME the Java that runs DynamoDB Local.',
    );
}

export type Options = ReturnType<ReturnType<typeof stageCommand>['opts']>;

/** How devices are simulated; undefined without `--simulate`. */
export function simulationFrom({ simulate, seconds, fail, silent, seed }: Options): SimulationOptions | undefined {
  if (!simulate) {
    const given = Object.entries({ seconds, fail, silent, seed }).find(([, value]) => value !== undefined);
    if (given) throw new UsageError(`--${given[0]} tells how devices are simulated: give --simulate too`);
    return undefined;
  }
  const { [ANY]: failAny = 0, ...failOf } = fail ?? {};
  const own = Object.values(failOf);
  const shares = { fail: failAny, ...(own.length > 0 && { failOf }), silent: silent ?? 0 };
  if (Math.max(failAny, ...own) + shares.silent > 1)
    throw new UsageError('--fail and --silent together must not be more than 1');
  return { seed: seed ?? Math.floor(Math.random() * 1_000_000), ...shares, seconds: seconds ?? 20 };
}

/** The port that a variable names. */
export function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new CommandError(`PORT must be a port, not "${text}"`);
  return Number(text);
}

function seconds(text: string): number {
  return wholeNumber(1, LONGEST_UPGRADE_SECONDS)(text.replace(/s$/, ''));
}

function isLoopback(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'http:' &&
    url.username + url.password === '' &&
    /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  );
}

/** Adds a share to those of the firmwares before. */
function failing(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const { firmware = ANY, share = '' } = /^(?:(?<firmware>\d+)=)?(?<share>.*)$/s.exec(text)?.groups ?? {};
  return { ...before, [firmware]: numberUpTo(1)(share) };
}

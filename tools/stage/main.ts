import { constants } from 'node:os';
import { CommandError, newCommand, numberUpTo, textThat, UsageError, visible, wholeNumber } from '../command-line.ts';
import { readAssembly, synthesiseDev } from './assembly.ts';
import { foreignEngine, startEngine, type Engine } from './engine.ts';
import { exampleCalls } from './example-calls.ts';
import { onEndSignal, type EndSignal } from '../ending.ts';
import { runCommand } from '../run-program.ts';
import { freePort } from './listen.ts';
import { eventSender } from './pipes/send-events.ts';
import type { OnEvent } from './pipes/start-pipes.ts';
import { publishStage } from './running-stages.ts';
import type { SimulationOptions } from './simulated-devices/course.ts';
import { devicesOfStage } from './simulated-devices/simulate-devices.ts';
import { lineOf } from './simulated-devices/work.ts';
import { startStage, type Stage } from './stage.ts';

const LONGEST_UPGRADE_SECONDS = 3_600;

/** Stands for all firmwares whose share is not given. */
const ANY = 'any';

const command = newCommand(
  'npm start --',
  'Serves the whole API on this machine, with demo data, until it is interrupted.',
  '0 it was ended, 1 it could not start or go on, 130 it was interrupted while it started',
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
  .option('--keep-tables', 'serve these tables instead, with all that is on record')
  .addHelpText(
    'after',
    '\nEnvironment: PORT is the port on 127.0.0.1, 3000 if not given, 0 for any free one; DYNAMODB_ENDPOINT the URL of\n' +
      'another DynamoDB engine; JAVA_HOME the Java that runs DynamoDB Local.',
  )
  .action(async (options) => {
    process.exitCode = await serve(options);
  });

type Options = ReturnType<typeof command.opts>;

/** Resolves to the signal that asks the process to stop; rejects on an uncaught exception. */
const interruption = new Promise<EndSignal>((resolve, reject) => {
  onEndSignal(resolve);
  process.on('uncaughtException', reject);
});

// Its log may matter less than what it serves. The exit code tells in the end.
process.stdout.once('error', (error: Error) => {
  console.error(`Standard output cannot be written (${error.message}): the stage goes on, and shows nothing more`);
});

// It may reject when nothing awaits it.
interruption.catch(() => undefined);

/** Serves until the process is asked to stop; resolves to the exit code. */
async function serve(options: Options): Promise<number> {
  const simulation = simulationFrom(options);
  await using scope = new AsyncDisposableStack();
  const starting = start(scope, options, simulation);
  const started = await Promise.race([starting, interruption]);
  if (typeof started === 'string') {
    // What is still starting fails when it is ended halfway.
    starting.catch(() => undefined);
    return 128 + constants.signals[started];
  }
  const { stage, engine } = started;
  const simulated = simulation ? `Simulated devices ${JSON.stringify(simulation)}\n` : '';
  console.log(`Local stage ready on ${stage.url}\n${simulated}\n${exampleCalls(stage.url)}`);
  await Promise.race([interruption, engine.died.then(reportDeath)]);
  return 0;
}

function reportDeath(): never {
  throw new CommandError('DynamoDB Local has ended, and with it all data. Start the stage again.');
}

async function start(
  scope: AsyncDisposableStack,
  { assembly: folder, metrics, replaceTables, keepTables, eventsTo, every }: Options,
  simulation: SimulationOptions | undefined,
): Promise<{ stage: Stage; engine: Engine }> {
  const { PORT = '3000', DYNAMODB_ENDPOINT } = process.env;
  // The likeliest faults, the port and Java, show before the slow parts.
  const port = await freePort(portFrom(PORT));
  const [assembly, engine] = await Promise.all([
    folder === undefined ? synthesiseDev(scope) : readAssembly(folder),
    DYNAMODB_ENDPOINT ? foreignEngine(DYNAMODB_ENDPOINT) : startEngine(scope),
  ]);
  const devices = Promise.withResolvers<OnEvent>();
  const send = eventsTo === undefined ? undefined : eventSender(eventsTo, console.error);
  const stage = await startStage(scope, {
    assembly,
    engine,
    port,
    leftTables: keepTables ? 'kept' : replaceTables ? 'replaced' : 'refused',
    schedules: { everyMs: every && every * 1_000 },
    pages: true,
    simulated: simulation !== undefined,
    onRequest: say,
    onLog: (line) => {
      if (metrics || !line.startsWith('{"_aws":')) console.error(visible(line));
    },
    onEvent: (event) => {
      say(`${event.detailType} ${JSON.stringify(event.detail)}`);
      send?.(event);
      // The stage answers a moment before it is known here: such early requests wait for its devices.
      if (simulation) {
        void devices.promise.then((onEvent) => {
          onEvent(event);
        });
      }
    },
  });
  if (simulation) {
    const simulated = devicesOfStage(scope, stage, simulation, (deviceEvent) => {
      say(lineOf(deviceEvent));
    });
    devices.resolve(simulated);
  }
  await publishStage(scope, stage);
  return { stage, engine };
}

/** What callers sent may hold what a terminal would act upon. */
function say(line: string): void {
  console.log(visible(line));
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

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new CommandError(`PORT must be a port, not "${text}"`);
  return Number(text);
}

/** Adds a share to those of the firmwares before. */
function failing(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const { firmware = ANY, share = '' } = /^(?:(?<firmware>\d+)=)?(?<share>.*)$/s.exec(text)?.groups ?? {};
  return { ...before, [firmware]: numberUpTo(1)(share) };
}

/** How devices are simulated; undefined without `--simulate`. */
function simulationFrom({ simulate, seconds, fail, silent, seed }: Options): SimulationOptions | undefined {
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

await runCommand(command).finally(() => {
  // What fails now, this command above all, ends the process and is shown.
  process.removeAllListeners('uncaughtException');
});

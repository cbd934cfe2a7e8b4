import { resolve as resolvePath } from 'node:path';
import { CommandError, visible, visibleLines, type ProgramContext } from '../command-line.ts';
import { Ending } from '../ending.ts';
import { exitCodeOf } from '../run-program.ts';
import { readAssembly, synthesiseDev } from './assembly.ts';
import { foreignEngine, startEngine, type Engine } from './engine.ts';
import { exampleCalls } from './example-calls.ts';
import { freePort } from './listen.ts';
import { portFrom, simulationFrom, stageCommand, type Options } from './options.ts';
import { eventSender } from './pipes/send-events.ts';
import type { OnEvent } from './pipes/start-pipes.ts';
import { publishStage } from './running-stages.ts';
import type { SimulationOptions } from './simulated-devices/course.ts';
import { devicesOfStage } from './simulated-devices/simulate-devices.ts';
import { lineOf } from './simulated-devices/work.ts';
import { startStage, type Stage } from './stage.ts';

/** `npm start`: serves until it is asked to end. Returns the exit code. */
export async function localStage(args: readonly string[], context: ProgramContext): Promise<number> {
  const { stdout, stderr } = context;
  const print = (line: string) => stderr.write(`${line}\n`);
  // Its log may matter less than what it serves. The exit code tells in the end.
  stdout.once('error', (error: Error) => {
    print(`Standard output cannot be written (${error.message}): the stage goes on, and shows nothing more`);
  });
  const result = { code: 0 };
  const command = stageCommand(context).action(async (options) => {
    result.code = await serve(options, context);
  });
  // A signal is how a stage ends: unlike other programs, it has done its work.
  const streams = { stdout, stderr, ending: new Ending() };
  const code = await exitCodeOf(command, args, (message) => print(visibleLines(message)), streams);
  return code || result.code;
}

/** Serves until the process is asked to end; resolves to the exit code. */
async function serve(options: Options, context: ProgramContext): Promise<number> {
  const { stdout, ending } = context;
  const simulation = simulationFrom(options);
  if (ending.asked.aborted) return ending.exitCode(0);
  await using scope = new AsyncDisposableStack();
  const interrupted = interruption(scope, ending);
  const starting = start(scope, options, simulation, context);
  const started = await Promise.race([starting, interrupted]);
  if (started === undefined) {
    // What is still starting fails when it is ended halfway.
    starting.catch(() => undefined);
    return ending.exitCode(0);
  }
  const { stage, engine } = started;
  const simulated = simulation ? `Simulated devices ${JSON.stringify(simulation)}\n` : '';
  stdout.write(`Local stage ready on ${stage.url}\n${simulated}\n${exampleCalls(stage.url)}\n`);
  const died = engine.died.then(() => 'DynamoDB Local has ended, and with it all data. Start the stage again.');
  const death = await Promise.race([interrupted, died]);
  if (death !== undefined) throw new CommandError(death);
  return 0;
}

/** Resolves when the stage is asked to end; rejects on an uncaught exception, until the scope ends. */
function interruption(scope: AsyncDisposableStack, { asked }: Ending): Promise<void> {
  const interrupted = new Promise<void>((resolve, reject) => {
    asked.addEventListener('abort', () => {
      resolve();
    });
    process.on('uncaughtException', reject);
    // What fails later, this command above all, ends the process and is shown.
    scope.defer(() => void process.off('uncaughtException', reject));
  });
  // It may reject when nothing awaits it.
  interrupted.catch(() => undefined);
  return interrupted;
}

async function start(
  scope: AsyncDisposableStack,
  { assembly: folder, metrics, replaceTables, keepTables, eventsTo, every }: Options,
  simulation: SimulationOptions | undefined,
  { cwd, env, stdout, stderr }: ProgramContext,
): Promise<{ stage: Stage; engine: Engine }> {
  // What callers sent may hold what a terminal would act upon.
  const say = (line: string) => stdout.write(`${visible(line)}\n`);
  const complain = (line: string) => stderr.write(`${visible(line)}\n`);
  const { PORT = '3000', DYNAMODB_ENDPOINT } = env;
  // The likeliest faults, the port and Java, show before the slow parts.
  const port = await freePort(portFrom(PORT));
  const [assembly, engine] = await Promise.all([
    folder === undefined ? synthesiseDev(scope, env) : readAssembly(resolvePath(cwd(), folder)),
    DYNAMODB_ENDPOINT ? foreignEngine(DYNAMODB_ENDPOINT) : startEngine(scope, env),
  ]);
  const devices = Promise.withResolvers<OnEvent>();
  const send = eventsTo === undefined ? undefined : eventSender(eventsTo, complain);
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
      if (metrics || !line.startsWith('{"_aws":')) complain(line);
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
  await publishStage(scope, stage, cwd());
  return { stage, engine };
}

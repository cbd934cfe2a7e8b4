import { resolve } from 'node:path';
import { runCommand } from '../operate/http-checks/command-line.ts';
import type { SimulationOptions } from './simulated-devices/course.ts';
import { devicesOfStage } from './simulated-devices/devices-of-stage.ts';
import { lineOf } from './simulated-devices/happening.ts';
import type { SimulatedDevices } from './simulated-devices/simulate-devices.ts';
import { exampleCalls } from './example-calls.ts';
import { HELP } from './help.ts';
import { readOptions, type StageOptions } from './options.ts';
import { startLocalStage, type LocalStage } from './stage.ts';
import { StartError } from './start-error.ts';

/** In the folder from which it is started: npm scripts run in that of the project. */
const STATE_FILE = resolve('.local/stage.json');

/** Resolves when the process is asked to stop, rejects when something in it goes wrong unforeseen. */
const theEnd = new Promise<void>((resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      resolve();
    });
  }
  process.on('uncaughtException', reject);
});

// It may come while the stage is starting, when nobody waits for it yet.
theEnd.catch(() => undefined);

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new StartError(`PORT is not a port: "${text}"`);
  return Number(text);
}

/** Serves until the process is asked to stop; resolves to the exit code. */
async function serve({ simulation }: StageOptions): Promise<number> {
  await using running = new AsyncDisposableStack();
  const devices = Promise.withResolvers<SimulatedDevices>();
  const stage = await startLocalStage({
    port: portFrom(process.env['PORT'] ?? '3000'),
    dynamodbEndpoint: process.env['DYNAMODB_ENDPOINT'],
    stateFile: STATE_FILE,
    onLog: (line) => {
      console.error(line);
    },
    onEvent: (event) => {
      console.log(`${event.detailType} ${JSON.stringify(event.detail)}`);
      // The stage answers a moment before it is known here: what is asked for so early waits for its devices.
      if (simulation) {
        void devices.promise.then(({ onEvent }) => {
          onEvent(event);
        });
      }
    },
  });
  running.defer(() => stage.close());
  if (simulation) devices.resolve(simulateOn(stage, simulation, running));
  console.log(readyMessage(stage, simulation));
  await theEnd;
  return 0;
}

function simulateOn(stage: LocalStage, simulation: SimulationOptions, running: AsyncDisposableStack): SimulatedDevices {
  const devices = devicesOfStage(stage, simulation, (happening) => {
    console.log(lineOf(happening));
  });
  running.defer(() => devices.close());
  return devices;
}

function readyMessage({ url }: LocalStage, simulation: SimulationOptions | undefined): string {
  const simulated = simulation ? `Simulated devices ${JSON.stringify(simulation)}\n` : '';
  return `Local stage ready on ${url}\n${simulated}\n${exampleCalls(url)}`;
}

const args = process.argv.slice(2);
runCommand(args, HELP, () => serve(readOptions(args)))
  .then((code) => {
    process.exitCode = code;
  })
  .catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  });

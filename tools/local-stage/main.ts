import { resolve } from 'node:path';
import { exampleCalls } from './example-calls.ts';
import { startLocalStage } from './stage.ts';
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

async function run(): Promise<void> {
  const stage = await startLocalStage({
    port: portFrom(process.env['PORT'] ?? '3000'),
    dynamodbEndpoint: process.env['DYNAMODB_ENDPOINT'],
    stateFile: STATE_FILE,
    onLog: (line) => {
      console.error(line);
    },
    onEvent: ({ detailType, detail }) => {
      console.log(`${detailType} ${JSON.stringify(detail)}`);
    },
  });
  try {
    console.log(`Local stage ready on ${stage.url}\n\n${exampleCalls(stage.url)}`);
    await theEnd;
  } finally {
    await stage.close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});

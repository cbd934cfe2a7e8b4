/** Runs in a worker: the part of Lambda's Node.js runtime that calls the handler. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import * as v from 'valibot';
import { ACCOUNT_ID, REGION } from './account.ts';
import { handlerLocation } from './handler-location.ts';
import { patchConsole } from './json-console.ts';
import type { InvocationMessage, WorkerMessage } from './worker-messages.ts';

const currentRequestId = new AsyncLocalStorage<string>();

patchConsole(
  (line) => {
    send({ type: 'log', line });
  },
  () => currentRequestId.getStore(),
);

const { _HANDLER = '', LAMBDA_TASK_ROOT = '', AWS_LAMBDA_FUNCTION_NAME = '' } = process.env;
const handler = await loadHandler();

parentPort?.on('message', (invocation: InvocationMessage) => {
  void currentRequestId.run(invocation.requestId, run, invocation);
});

async function loadHandler() {
  const { file, exportName } = handlerLocation(_HANDLER);
  const module: unknown = await import(pathToFileURL(join(LAMBDA_TASK_ROOT, file)).href);
  const exports = v.parse(v.record(v.string(), v.unknown()), module);
  return v.parse(v.function(`${file} exports no function ${exportName}`), exports[exportName]);
}

async function run({ requestId, event, deadline }: InvocationMessage): Promise<void> {
  try {
    const result = await handler(JSON.parse(event), contextOf(requestId, deadline));
    send({ type: 'result', requestId, result: JSON.stringify(result ?? null) });
  } catch (error) {
    console.error(error);
    send({ type: 'failure', requestId, message: error instanceof Error ? error.message : String(error) });
  }
}

function contextOf(awsRequestId: string, deadline: number) {
  return {
    awsRequestId,
    functionName: AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env['AWS_LAMBDA_FUNCTION_VERSION'],
    invokedFunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${AWS_LAMBDA_FUNCTION_NAME}`,
    memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: process.env['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: process.env['AWS_LAMBDA_LOG_STREAM_NAME'],
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

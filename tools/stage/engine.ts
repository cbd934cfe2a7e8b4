import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ListTablesCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from './dynamodb.ts';
import { freePort } from './listen.ts';
import { StartError } from './start-error.ts';

const GUARD = fileURLToPath(new URL('engine-guard.ts', import.meta.url));
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/** A DynamoDB engine that answers at a URL. */
export interface Engine {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * Starts DynamoDB Local, in memory, on a free port and resolves once it answers. Throws a StartError when it does not,
 * for example without Java.
 */
export async function startEngine(): Promise<Engine> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const guard = spawn(process.execPath, [GUARD, String(port)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal reaches a whole group, and the engine goes last.
    detached: true,
    env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
  });
  const complaint = text(guard.stderr);
  try {
    if (!(await comesUp(endpoint, guard))) throw new StartError(explain(await complaint));
  } catch (error) {
    await end(guard);
    throw error;
  }
  return { endpoint, close: () => end(guard) };
}

/** An engine that somebody else runs. Throws a StartError when nothing answers at the endpoint. */
export async function foreignEngine(endpoint: string): Promise<Engine> {
  if (!URL.canParse(endpoint)) throw new StartError(`DYNAMODB_ENDPOINT is not a URL: ${endpoint}`);
  const client = localDynamoDB(endpoint);
  const answered = await answers(client);
  client.destroy();
  if (!answered) throw new StartError(`No DynamoDB answers at ${endpoint} (DYNAMODB_ENDPOINT)`);
  return { endpoint, close: () => Promise.resolve() };
}

/** Whether the engine answered; false when the process ended before. */
async function comesUp(endpoint: string, guard: ChildProcess): Promise<boolean> {
  const client = localDynamoDB(endpoint);
  const deadline = Date.now() + PATIENCE_MS;
  try {
    while (isRunning(guard)) {
      if (await answers(client)) return true;
      if (Date.now() > deadline) throw new StartError('DynamoDB Local runs, but gave no answer for half a minute');
      await setTimeout(POLL_MS);
    }
    return false;
  } finally {
    client.destroy();
  }
}

function answers(client: DynamoDBClient): Promise<boolean> {
  return client.send(new ListTablesCommand({}), { requestTimeout: 2_000 }).then(
    () => true,
    () => false,
  );
}

async function end(guard: ChildProcess): Promise<void> {
  guard.stdin?.end();
  if (isRunning(guard)) await once(guard, 'exit');
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function explain(complaint: string): string {
  return (
    `DynamoDB Local did not start (${reason(complaint)}). It needs Java 17 or newer, for example Debian's ` +
    'openjdk-17-jre-headless; or let DYNAMODB_ENDPOINT name any other DynamoDB engine.'
  );
}

function reason(complaint: string): string {
  if (complaint.includes('ENOENT')) return 'there is no java on the PATH';
  if (complaint.includes('UnsupportedClassVersionError')) return 'this java is too old';
  const lastLine = complaint.trim().split('\n').at(-1) ?? '';
  return lastLine === '' ? 'it ended without a word' : lastLine;
}

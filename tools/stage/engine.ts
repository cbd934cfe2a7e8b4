import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './listen.ts';
import { CommandError } from '../command-line.ts';

const GUARD = fileURLToPath(new URL('engine-guard.ts', import.meta.url));
/**
 * Less compilation, and one thread for collection unless the user has chosen a collector: it starts in two thirds of the time, and then
 * uses a third less CPU time. English: in Turkish or Arabic it refuses every write. The JVM's own messages go to standard error,
 * which is read here.
 */
function javaOptions({ JAVA_TOOL_OPTIONS: own = '' }: NodeJS.ProcessEnv): string {
  const collector = /-XX:\+Use\w*GC\b/.test(own) ? '' : '-XX:+UseSerialGC';
  return `${own} -XX:+DisplayVMOutputToStderr -XX:TieredStopAtLevel=1 ${collector} -Duser.language=en -Duser.country=US -Duser.language.format=en`;
}

const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/** A DynamoDB engine that answers at a URL. */
export interface Engine {
  readonly endpoint: string;
  /** Resolves when the engine has ended; never for one that somebody else runs. */
  readonly died: Promise<void>;
}

/**
 * Starts DynamoDB Local, in memory, on a free port and resolves once it answers. It ends with the scope. Throws a
 * CommandError when it does not answer, for example without Java.
 */
export async function startEngine(scope: AsyncDisposableStack, env = process.env): Promise<Engine> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const guard = spawn(process.execPath, [GUARD, String(port)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in a terminal reaches a whole group, and the engine must end last.
    detached: true,
    env: {
      ...env,
      NODE_OPTIONS: '',
      PATH: pathWithJava(env),
      JAVA_TOOL_OPTIONS: javaOptions(env),
      // They would outrank those.
      _JAVA_OPTIONS: undefined,
      JDK_JAVA_OPTIONS: undefined,
      DDB_LOCAL_TELEMETRY: '0',
    },
  });
  scope.defer(() => end(guard));
  const stderr = text(guard.stderr);
  const died = once(guard, 'exit').then(() => undefined);
  if (!(await comesUp(endpoint, guard))) throw new CommandError(explain(await stderr));
  return { endpoint, died };
}

/** Java from `JAVA_HOME` comes first, if that is set. */
function pathWithJava({ JAVA_HOME, PATH = '' }: NodeJS.ProcessEnv): string {
  return JAVA_HOME ? `${join(JAVA_HOME, 'bin')}${delimiter}${PATH}` : PATH;
}

/** An engine that somebody else runs. Throws a CommandError when nothing answers at the endpoint. */
export async function foreignEngine(endpoint: string): Promise<Engine> {
  const url = URL.parse(endpoint);
  // A user or a password would be sent to no engine.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new CommandError('DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000, without user and password');
  }
  if (!(await answers(endpoint))) throw new CommandError(`No DynamoDB answers at ${url.origin} (DYNAMODB_ENDPOINT)`);
  return { endpoint, died: new Promise(() => undefined) };
}

/** Whether the engine answered; false when its process ended first. */
async function comesUp(endpoint: string, guard: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (isRunning(guard)) {
    if (await answers(endpoint)) return true;
    if (performance.now() > deadline)
      throw new CommandError('DynamoDB Local is running, but has not answered for 30 s');
    await setTimeout(POLL_MS);
  }
  return false;
}

/** Whatever it answers: without a body and a signature, every engine refuses the request. */
function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(2_000) }).then(
    ({ body }) => body?.cancel().then(() => true) ?? true,
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

function explain(stderr: string): string {
  return (
    `DynamoDB Local did not start (${reason(stderr)}). It needs Java 17 or newer, for example Debian's ` +
    'openjdk-17-jre-headless; or let DYNAMODB_ENDPOINT name any other DynamoDB engine.'
  );
}

function reason(stderr: string): string {
  if (stderr.includes('ENOENT')) return 'java was not found, neither in JAVA_HOME nor on the PATH';
  if (stderr.includes('UnsupportedClassVersionError')) return 'the java that was found is older than 17';
  const saysNothing = /^(NOTE: )?Picked up |^Error occurred during initialization of VM|\bwarning\b|^[\s#]*$/i;
  return stderr.split('\n').find((line) => !saysNothing.test(line)) ?? 'it ended without a message';
}

/** What `npm start` needs on the machine: Node, packages, Java, a writable folder. */
import { describe, expect, test } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stage } from '../../../support/stage.ts';
import { goneFrom, PREPARED, stageProcess } from '../../../support/stage-process.ts';

/** Where what fails needs no engine of its own. */
const shared = { DYNAMODB_ENDPOINT: stage.dynamodbEndpoint };

const START = new URL('../../../../tools/stage/start.js', import.meta.url);

/** Runs start.js beside a main.ts with this text; resolves to its exit code and error output. */
async function errorOf(main: string, ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  await copyFile(START, join(folder, 'start.js'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'main.ts'), main);
  const env = { ...process.env, NODE_OPTIONS: '' };
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [...options, join(folder, 'start.js')], { env }, (error, _output, errors) => {
        resolve(`${String(error?.code)}: ${errors}`);
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('npm start says in one line what is missing:', () => {
  test('a Node that is recent enough', async () => {
    const asNode20 = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})';
    expect(await errorOf('', '--import', asNode20)).toMatch(/^1: This is Node 20\.9\.0\. Run "npm ci"[^\n]*\n$/);
  });

  test('a package; any other failure is shown as it is', async () => {
    expect(await errorOf("import 'no-such-package';")).toBe(
      '1: A package is missing. Run "npm ci" first, without NODE_ENV=production and --omit=dev.\n',
    );
    expect(await errorOf("throw new Error('of ours');")).toContain('Error: of ours');
  });

  test('a temporary folder, also when it gets full while the stack is synthesised', async () => {
    const nowhere = await stageProcess([], { ...shared, TMPDIR: '/dev/null' });
    expect(await nowhere.exitCode()).toBe(1);
    expect(nowhere.errors).toMatch(/^\/dev\/null cannot be written \(ENOTDIR: [^\n]+TMPDIR to another folder\n$/);
    const bin = await mkdtemp(join(tmpdir(), 'bin-'));
    await writeFile(join(bin, 'npx'), '#!/bin/sh\necho "write f: no space left on device" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const full = await stageProcess([], { ...shared, PATH: `${bin}:${String(process.env['PATH'])}` });
    expect(await full.exitCode()).toBe(1);
    expect(full.errors).toMatch(/^\/\S+\/assembly-\w+ cannot be written \(it is full\): free some space, [^\n]+\n$/);
    await rm(bin, { recursive: true });
  });
});

test('npm start shows an error that it does not expect, and ends with 1', async () => {
  const run = await stageProcess(['--assembly', '.'], shared, (folder) =>
    writeFile(join(folder, 'manifest.json'), '{}'),
  );
  expect([await run.exitCode(), run.errors]).toEqual([1, expect.stringContaining('ValiError')]);
});

/** Each second of it is a quarter of an hour. */
const LEAPING_CLOCK = '--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+performance.now()*1e3';

test('npm start takes the Java of JAVA_HOME, whatever is on the PATH, waits for it whatever the clock does, and never leaves it behind; what it keeps needs a place', async () => {
  const java = execFileSync('sh', ['-c', 'command -v java'], { encoding: 'utf8' }).trim();
  const home = await mkdtemp(join(tmpdir(), 'java-home-'));
  await mkdir(join(home, 'bin'));
  const script = `#!/bin/sh\necho taken > ${home}/taken\nexec ${java} "$@"\n`;
  await writeFile(join(home, 'bin', 'java'), script, { mode: 0o755 });
  const run = await stageProcess(PREPARED, { JAVA_HOME: home, PATH: '/nowhere', NODE_OPTIONS: LEAPING_CLOCK });
  const { dynamodbEndpoint } = await run.ready();
  expect(await readFile(join(home, 'taken'), 'utf8')).toBe('taken\n');
  const aFile = (folder: string) => writeFile(join(folder, '.local'), 'a file');
  const other = await stageProcess([...PREPARED, '--replace-tables'], { DYNAMODB_ENDPOINT: dynamodbEndpoint }, aFile);
  expect(await other.exitCode()).toBe(1);
  expect(other.errors).toMatch(/^\.local\/stages\/\d+\.json cannot be written: [^\n]+\n$/);
  run.process.kill('SIGKILL');
  await goneFrom(dynamodbEndpoint);
  await rm(home, { recursive: true });
});

/** The client as a package: packed, installed into an empty project, and used there as its README says. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newDevice, stage } from '../../support/stage.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const NODENEXT = ['--module', 'nodenext'];

let project: string;
let tarball: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'client-project-'));
  await run('npm', ['pack', '--silent', '--pack-destination', project], join(ROOT, 'client'));
  tarball = join(project, (await readdir(project)).join());
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], project);
}, 120_000);

afterAll(async () => {
  await rm(project, { recursive: true, force: true });
});

async function run(command: string, args: readonly string[], cwd = project): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: '' } });
  return stdout;
}

/** Type-checks a file, and all types of the package. */
function typeCheck(file: string, options: readonly string[]): Promise<string> {
  const always = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom'];
  return run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), file, ...always, ...options]);
}

test('The example of the README type-checks and runs in an empty project', async () => {
  const sn = await newDevice();
  const readme = await readFile(join(ROOT, 'client/README.md'), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const here = code.replace('http://127.0.0.1:3000', stage.url).replace('A302190930002', sn);
  await writeFile(join(project, 'example.ts'), here);
  await typeCheck('example.ts', NODENEXT);
  expect(await run(process.execPath, ['example.ts'])).toBe(`${sn} SUCCESS\n`);
}, 60_000);

test('A CommonJS program requires it', async () => {
  const program = `
    const { createStreamFleetClient } = require('stream-fleet-client');
    const list = createStreamFleetClient({ baseUrl: '${stage.url}' }).getStreamServersList();
    void list.then(({ totalCount }) => console.log(totalCount));
  `;
  await writeFile(join(project, 'program.cjs'), program);
  expect(await run(process.execPath, ['program.cjs'])).toBe('6\n');
});

test('Its types refuse what the API would', async () => {
  const code = `
    import { createStreamFleetClient, codeName } from 'stream-fleet-client';
    const fleet = createStreamFleetClient({ baseUrl: '' });
    // @ts-expect-error -- a list of serial numbers
    void fleet.startUpgrade({ sn: 'A1', 'firmware-id': 21 });
    // @ts-expect-error -- no firmware
    void fleet.startUpgrade({ sn: ['A1'] });
    // @ts-expect-error -- a name of all there are
    export const name: 'no such name' = codeName(0);
  `;
  await writeFile(join(project, 'types.mts'), code);
  await typeCheck('types.mts', NODENEXT);
}, 60_000);

test('attw finds nothing wrong with the tarball, by any resolution: node10, node16 from both sides, bundlers', async () => {
  expect(await run(join(ROOT, 'node_modules/.bin/attw'), [tarball])).toContain('No problems found');
});

test('The tarball holds what was built, and brings nothing else along', async () => {
  const files = await readdir(join(project, 'node_modules/stream-fleet-client'), { recursive: true });
  const expected =
    /^(package\.json|README\.md|dist(\/commonjs)?(\/generated)?|dist\/commonjs\/package\.json|dist\/.*\.(js|d\.ts))$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  expect(files).toContain('dist/index.js');
  expect(await readdir(join(project, 'node_modules'))).toEqual(['.package-lock.json', 'stream-fleet-client']);
});

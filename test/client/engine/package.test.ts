/** The client as a package: packed, installed into an empty project, and used there as its README says. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import clientPackage from '../../../client/package.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import { newDevice, stage } from '../../support/stage.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What the client depends on, and what that depends on: packed from where npm has put it here, so that no network is needed. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true },
    skipLibCheck: false,
  },
};

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'client-project-'));
  const folders = ['client', ...DEPENDENCIES.map((name) => `node_modules/${name}`)];
  for (const folder of folders) {
    // The dependencies are built already, and their scripts need more than is published.
    const scripts = folder === 'client' ? [] : ['--ignore-scripts'];
    await run('npm', ['pack', '--silent', '--pack-destination', project, ...scripts], join(ROOT, folder));
  }
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const tarballs = (await readdir(project)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], project);
}, 120_000);

afterAll(async () => {
  await rm(project, { recursive: true, force: true });
});

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: '' } });
  return stdout;
}

/** The one block of code in the README. */
async function example(): Promise<string> {
  const readme = await readFile(join(ROOT, 'client/README.md'), 'utf8');
  return /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
}

test('The example of the README type-checks and runs in an empty project', async () => {
  const sn = await newDevice();
  const code = (await example()).replace('http://127.0.0.1:3000', stage.url).replace('A302190930002', sn);
  await writeFile(join(project, 'example.ts'), code);
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], project);
  expect(await run(process.execPath, ['example.ts'], project)).toBe(`${sn} SUCCESS\n`);
}, 60_000);

test('The types of the package refuse what the API would', async () => {
  const code = `
    import { createStreamFleetClient, codeName } from 'stream-fleet-client';
    const fleet = createStreamFleetClient({ baseUrl: '' });
    // @ts-expect-error -- a list of serial numbers
    void fleet.startUpgrade({ sn: 'A1', 'firmware-id': 21 });
    // @ts-expect-error -- no firmware
    void fleet.startUpgrade({ sn: ['A1'] });
    // @ts-expect-error -- no code
    codeName(2);
    // @ts-expect-error -- a name of all there are
    export const name: 'no such name' = codeName(0);
  `;
  await writeFile(join(project, 'types.ts'), code);
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], project);
}, 60_000);

test('The tarball holds what was built, and nothing else', async () => {
  const files = await readdir(join(project, 'node_modules/stream-fleet-client'), { recursive: true });
  const expected = /^(package\.json|README\.md|dist(\/generated)?|dist\/.*\.(js|d\.ts))$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  expect(files).toContain('dist/index.js');
});

test('It depends on openapi-fetch alone, in the version that is tested here', () => {
  expect(clientPackage.dependencies).toEqual({ 'openapi-fetch': `^${packageJson.devDependencies['openapi-fetch']}` });
});

/** The client as a package: packed, installed into an empty project, as docs/api/by-event.md says, and used as its README says. */
import { beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { emptyFolder } from '../../support/folders.ts';
import { newDevice, stage } from '../../support/stage.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Two empty projects, below a folder into which `npm install` has put the tarball. */
const folder = emptyFolder();
let tarball: string;
const sn = await newDevice();

beforeAll(async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], join(ROOT, 'client'));
  tarball = join(folder, (await readdir(folder)).join());
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  for (const type of ['module', 'commonjs']) {
    await mkdir(join(folder, type));
    await writeFile(join(folder, type, 'package.json'), JSON.stringify({ type, private: true }));
  }
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(ROOT, 'client/README.md'), 'utf8')) ?? [];
  const here = example.replace('http://127.0.0.1:3000', stage.url).replace('A302190930002', sn);
  await writeFile(join(folder, 'module/example.ts'), here);
});

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: '' } });
  return stdout;
}

test('The example of the README runs in an empty project of ES modules', async () => {
  expect(await run(process.execPath, ['example.ts'], join(folder, 'module'))).toBe(`${sn} SUCCESS\n`);
});

test('A program requires it in an empty project of CommonJS', async () => {
  const program = `
    const { createStreamFleetClient } = require('stream-fleet-client');
    const list = createStreamFleetClient({ baseUrl: '${stage.url}' }).getStreamServersList();
    void list.then(({ totalCount }) => console.log(totalCount));
  `;
  expect(await run(process.execPath, ['--eval', program], join(folder, 'commonjs'))).toBe('6\n');
});

/** Where the types are not found, everything is `any`, and each unused directive is a fault. */
const USE = `
  import { createStreamFleetClient, codeName, type StatusDetail } from 'stream-fleet-client';
  const fleet = createStreamFleetClient({ baseUrl: '' });
  export const ends = async (sns: string[]): Promise<readonly StatusDetail[]> =>
    (await fleet.waitForUpgrades(sns, { onProgress: ([first]) => first?.progress?.toFixed() })).details;
  // @ts-expect-error -- a list of serial numbers
  void fleet.startUpgrade({ sn: 'A1', 'firmware-id': 21 });
  // @ts-expect-error -- no firmware
  void fleet.cancelUpgrade({ sn: ['A1'] });
  // @ts-expect-error -- a name of all there are
  export const name: 'no such name' = codeName(0);
`;

/** Compiler options, as in tsconfig.json; and a program that is sound as well. */
const RESOLUTIONS: [string, object, ...string[]][] = [
  ['nodenext', { module: 'nodenext' }, 'module/example.ts'],
  ['bundler', { module: 'preserve', moduleResolution: 'bundler' }],
  ['node10', { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
];

test.each(RESOLUTIONS)(
  'Its types are found in both projects by the resolution %s, and refuse what the API would',
  async (_name, options, ...more) => {
    const files = ['module/use.ts', 'commonjs/use.ts'];
    for (const file of files) await writeFile(join(folder, file), USE);
    expect(typeFaults([...files, ...more], options)).toEqual([]);
  },
  60_000,
);

/** TypeScript's own files: read once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** What TypeScript finds wrong with files of the projects and the types of the package, one line each. */
function typeFaults(files: readonly string[], resolution: object): string[] {
  const always = { strict: true, noEmit: true, skipDefaultLibCheck: true, target: 'es2022', lib: ['es2022', 'dom'] };
  const { options } = ts.convertCompilerOptionsFromJson({ ...always, types: [], ...resolution }, folder);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    if (path.startsWith(folder)) return read(path, ...rest);
    if (!libraries.has(path)) libraries.set(path, read(path, ...rest));
    return libraries.get(path);
  };
  const roots = files.map((file) => join(folder, file));
  const faults = ts.getPreEmitDiagnostics(ts.createProgram(roots, options, host));
  return faults.map(
    ({ file, messageText }) => `${file?.fileName ?? ''} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

test('The tarball holds what was built, brings nothing else along, and cannot be published under a name that is nobody’s', async () => {
  const files = await readdir(join(folder, 'node_modules/stream-fleet-client'), { recursive: true });
  const expected =
    /^(package\.json|README\.md|dist(\/commonjs)?(\/generated)?|dist\/commonjs\/package\.json|dist\/.*\.(js|d\.ts))$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  expect(files).toContain('dist/index.js');
  const manifest = await readFile(join(folder, 'node_modules/stream-fleet-client/package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ private: true });
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', 'stream-fleet-client']);
});

/** What a build may hand over to the jobs that have rights in AWS. */
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { faultsOf } from '../../tools/deploy/assembly/faults.ts';
import { assembliesFolder } from '../support/assemblies.ts';
import { ROOT, textOf } from '../support/docs/documents.ts';

const FILES = ['manifest.json', 'StreamFleet.assets.json', 'StreamFleet.metadata.json'] as const;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  for (const file of FILES) copyFileSync(join(assembliesFolder(), 'dev', file), join(folder, file));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Files of the assembly, or new ones like one of them, each with a text in place of another, which must be there. */
type Change = readonly [file: string, part: string | RegExp, by: string, from?: string];

function plant([file, part, by, from = file]: Change): void {
  const text = readFileSync(join(folder, from), 'utf8');
  const planted = text.replace(part, by);
  expect(planted).not.toBe(text);
  writeFileSync(join(folder, file), planted);
}

test('The assembly of a stage is one stack of its name, with files alone', () => {
  expect(faultsOf(join(assembliesFolder(), 'dev'), 'stream-fleet-dev')).toEqual([]);
  expect(faultsOf(folder, 'stream-fleet-prod')).toEqual(['it is not the one stack stream-fleet-prod']);
});

const [MANIFEST, ASSETS, METADATA] = FILES;
const EVIL = '"executable": ["sh", "-c", "env"]';
const BESIDE = [/"path":/, `${EVIL}, "path":`, ASSETS] as const;

test.each<[string, ...Change[]]>([
  ['a program in place of a file', [ASSETS, /"path": "[^"]+",\s*"packaging": "\w+"/, EVIL]],
  ['a program beside a file', [ASSETS, ...BESIDE]],
  ['a program in a second list of assets', ['more.assets.json', ...BESIDE]],
  [
    'a program in a list of another name',
    ['more.json', ...BESIDE],
    [MANIFEST, '"StreamFleet.assets.json"', '"more.json"'],
  ],
  ['a list of assets elsewhere', [MANIFEST, '"StreamFleet.assets.json"', '"../x.assets.json"']],
  ['an image to build', [ASSETS, '"dockerImages": {}', `"dockerImages": {"a": {"source": {${EVIL}}}}`]],
  ['a file from elsewhere', [ASSETS, /"path": "[^"]+"/, '"path": "../../../proc/self/environ"']],
  ['a hidden file', [ASSETS, /"path": "[^"]+"/, '"path": ".npmrc"']],
  ['a file of another packaging', [ASSETS, '"packaging": "zip"', '"packaging": "container-image"']],
  ['an assembly within', [MANIFEST, '"cdk:tree"', '"cdk:cloud-assembly"']],
  ['another stack', [MANIFEST, '"cdk:tree"', '"aws:cloudformation:stack"']],
  ['the stack of another stage', [MANIFEST, '"stream-fleet-dev"', '"stream-fleet-prod"']],
  ['something to look up', [MANIFEST, '"artifacts"', '"missing": [{}], "artifacts"']],
  ['an asset by metadata', [METADATA, '"aws:cdk:logicalId"', '"aws:cdk:asset"']],
  ['an annotation', [METADATA, '"aws:cdk:logicalId"', '"aws:cdk:warning"']],
  [
    'an annotation in the manifest',
    [MANIFEST, '"displayName"', '"metadata": {"/": [{"type": "aws:cdk:info"}]}, "displayName"'],
  ],
  ['a name of several lines', [MANIFEST, '"displayName": "StreamFleet"', '"displayName": "x\\n::error::y"']],
])('An assembly is refused for %s', (_what, ...changes) => {
  for (const change of changes) plant(change);
  expect(faultsOf(folder, 'stream-fleet-dev')).not.toEqual([]);
  const args = ['tools/deploy/assembly/main.ts', folder, 'stream-fleet-dev'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr.includes(' is refused: "'), /^::/m.test(stderr)]).toEqual([1, true, false]);
});

test('What checks it, and what shows the changes, import nothing but Node', () => {
  const files = globSync('tools/deploy/**/*.ts', { cwd: ROOT });
  const imports = files.flatMap((file) => [...textOf(file).matchAll(/(?<=from '|import\()[^']+/g)].flat());
  expect(imports).toEqual(expect.arrayContaining(['node:fs', './faults.ts']));
  expect(imports.filter((module) => !/^(node:\w+|\.\/[\w-]+\.ts)$/.test(module))).toEqual([]);
});

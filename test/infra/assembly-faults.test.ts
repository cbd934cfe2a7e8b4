/** What a build may hand over to the jobs that have rights in AWS. */
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { faultsOf } from '../../tools/deploy/assembly/faults.ts';
import { assembliesFolder, STAGES } from '../support/assemblies.ts';
import { ROOT, textOf } from '../support/docs/documents.ts';
import { emptyFolder } from '../support/folders.ts';

const FILES = [
  'manifest.json',
  'StreamFleet.assets.json',
  'StreamFleet.metadata.json',
  'StreamFleet.template.json',
] as const;
let folder = '';

beforeEach(() => {
  folder = emptyFolder();
  for (const file of FILES) copyFileSync(join(assembliesFolder(), 'dev', file), join(folder, file));
});

/** Files of the assembly, or new ones like one of them, each with a text in place of another, which must be there. */
type Change = readonly [file: string, part: string | RegExp, by: string, from?: string];

function plant([file, part, by, from = file]: Change): void {
  const text = readFileSync(join(folder, from), 'utf8');
  const planted = text.replace(part, by);
  expect(planted).not.toBe(text);
  writeFileSync(join(folder, file), planted);
}

test.each(STAGES)('The assembly of %s is one stack of its name, with files alone', (stage) => {
  const faults = faultsOf(join(assembliesFolder(), stage), `stream-fleet-${stage}`);
  // For the tests, dev alone is synthesised with the files of its functions.
  expect(faults.filter((fault) => stage === 'dev' || !fault.endsWith('is no file of the assembly'))).toEqual([]);
  expect(faultsOf(folder, 'stream-fleet-prod')[0]).toBe('it is not the one stack stream-fleet-prod');
});

const [MANIFEST, ASSETS, METADATA, TEMPLATE] = FILES;
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
  ['an asset with a name of several lines', [ASSETS, '"displayName": "', '"displayName": "x\\n::error::y']],
  [
    'an annotation of what is no stack',
    ['tree.metadata.json', '"aws:cdk:logicalId"', '"aws:cdk:warning"', METADATA],
    [MANIFEST, '"type": "cdk:tree"', '"type": "cdk:tree", "additionalMetadataFile": "tree.metadata.json"'],
  ],
  ['another template than the one whose changes are shown', [TEMPLATE, '"Resources"', '"Resources" ']],
  ['another file as the template', [ASSETS, '"path": "StreamFleet.template', '"path": "StreamFleet.metadata']],
  ['a template from elsewhere', [MANIFEST, 's3://cdk-hnb659fds-assets-', 's3://theirs-']],
  [
    'another protection from being deleted',
    [MANIFEST, '"terminationProtection": false', '"terminationProtection": true'],
  ],
  [
    'a role of its own',
    [MANIFEST, /"assumeRoleArn": "[^"]+"/, '"assumeRoleArn": "arn:aws:iam::123456789012:role/theirs"'],
  ],
  ['another account', [MANIFEST, 'aws://unknown-account', 'aws://123456789012']],
  ['parameters', [MANIFEST, '"stackName"', '"parameters": {"a": "b"}, "stackName"']],
  ['receivers of what happens', [MANIFEST, '"stackName"', '"notificationArns": ["arn:aws:sns:x"], "stackName"']],
  ['another bootstrap', [MANIFEST, '"requiresBootstrapStackVersion": 6', '"requiresBootstrapStackVersion": 0']],
  ['a role to look up with', [MANIFEST, 'cdk-hnb659fds-lookup-role', 'theirs']],
  ['files that go to another bucket', [ASSETS, '"bucketName": "cdk-hnb659fds', '"bucketName": "theirs']],
  ['files by another role', [ASSETS, '${AWS::AccountId}:role', '123456789012:role']],
  ['files that take the place of others', [ASSETS, /"objectKey": "\w/, '"objectKey": "']],
])('An assembly is refused for %s', (_what, ...changes) => {
  for (const change of changes) plant(change);
  expect(faultsOf(folder, 'stream-fleet-dev')).not.toEqual([]);
});

test('A refusal ends the program with 1, and no line of it is a command of the workflow', () => {
  plant([MANIFEST, '"type": "cdk:tree"', '"type": "\\n::error::y"']);
  const args = ['tools/deploy/assembly/main.ts', folder, 'stream-fleet-dev'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+ is refused: "[^\n]+::error::y"\n$/)]);
});

test('What checks it, and what shows the changes, import nothing but Node', () => {
  const files = globSync('tools/deploy/**/*.ts', { cwd: ROOT });
  const imports = files.flatMap((file) => [...textOf(file).matchAll(/(?<=from '|import\()[^']+/g)].flat());
  expect(imports).toEqual(expect.arrayContaining(['node:fs', './faults.ts']));
  expect(imports.filter((module) => !/^(node:\w+|\.\/[\w-]+\.ts)$/.test(module))).toEqual([]);
});

import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { assetsArtifact, destination, stackArtifact } from './own-parts.ts';

/*
 * It runs where rights in AWS are about to be taken, on what a job has built that ran packages. So it imports nothing but
 * Node, and allows what is known rather than refusing what is not.
 */

type Fields = Readonly<Record<string, unknown>>;

/** What a stack needs; others hold assemblies of their own. The last two are CDK's notes, which a deploy does not read. */
const TYPES = ['aws:cloudformation:stack', 'cdk:asset-manifest', 'cdk:tree', 'cdk:feature-flag-report'];

/** Metadata that makes CDK build something, or that is shown beside the changes to whoever approves them. */
const UNWANTED = ['aws:cdk:asset', 'aws:cdk:info', 'aws:cdk:warning', 'aws:cdk:error'];

/** A name within the folder: no path, nothing hidden, nothing that could pass for an option. */
const PLAIN = /^[A-Za-z0-9][\w.-]*$/;

/** What is printed at a deploy: one line, and no command of the workflow. */
const LABEL = /^[A-Za-z0-9][\w./ -]*$/;

/**
 * What an assembly has besides one stack and files for it: an asset may name a program, which `cdk deploy` runs with the
 * credentials of its role.
 * @param stack the only stack that it may deploy
 */
export function faultsOf(folder: string, stack: string): readonly string[] {
  const manifest = read(folder, 'manifest.json');
  const artifacts = Object.entries(fieldsOf(manifest['artifacts'])).map(
    ([name, value]) => [name, fieldsOf(value)] as const,
  );
  const ofType = (wanted: string) => artifacts.filter(([, { type }]) => type === wanted);
  const [stacks, manifests] = [ofType('aws:cloudformation:stack'), ofType('cdk:asset-manifest')];
  const named = manifests.map(([, { properties }]) => fieldsOf(properties)['file']).filter(isPlain);
  const assets = new Set([...named, ...globSync('*.assets.json', { cwd: folder })]);
  return [
    ...surplus('manifest.json', manifest, 'version', 'artifacts', 'minimumCliVersion'),
    ...artifacts.flatMap(([name, artifact]) => artifactFaults(name, artifact)),
    ...(stacks.length === 1 && fieldsOf(stacks[0]?.[1]['properties'])['stackName'] === stack
      ? []
      : [`it is not the one stack ${stack}`]),
    ...stacks.flatMap(([name, found]) =>
      differences(name, found, stackArtifact(name, stack, hashIn(folder, `${name}.template.json`))),
    ),
    ...manifests.flatMap(([name, found]) => differences(name, found, assetsArtifact(name))),
    ...artifacts.flatMap(([, { additionalMetadataFile: file }]) =>
      isPlain(file) ? unwantedIn(read(folder, file)) : [],
    ),
    ...[...assets].flatMap((file) => assetFaults(folder, file)),
  ];
}

function artifactFaults(name: string, artifact: Fields): readonly string[] {
  const { type, properties, additionalMetadataFile, displayName } = artifact;
  const { file, templateFile } = fieldsOf(properties);
  const names = [file, templateFile, additionalMetadataFile, displayName].filter((value) => value !== undefined);
  return [
    ...(typeof type === 'string' && TYPES.includes(type) ? [] : [`${name} is of another type: ${String(type)}`]),
    ...(names.every(isPlain) ? [] : [`${name} has a name that is not plain`]),
    ...unwantedIn(artifact),
  ];
}

function assetFaults(folder: string, file: string): readonly string[] {
  const manifest = read(folder, file);
  return [
    ...surplus(file, manifest, 'version', 'files', 'dockerImages'),
    ...surplus(`${file}: dockerImages`, fieldsOf(manifest['dockerImages'])),
    ...Object.entries(fieldsOf(manifest['files'])).flatMap(([id, asset]) =>
      fileFaults(folder, `${file}: ${id}`, id, fieldsOf(asset)),
    ),
  ];
}

function fileFaults(folder: string, where: string, id: string, asset: Fields): readonly string[] {
  const { source, destinations, displayName } = asset;
  const { path, packaging, ...more } = fieldsOf(source);
  const goesTo = Object.entries(fieldsOf(destinations));
  const own = destination(id, packaging === 'zip' ? 'zip' : 'json');
  const labels = [id, displayName, ...goesTo.map(([name]) => name)];
  const isFile = isPlain(path) && (packaging === 'zip' || packaging === 'file');
  return [
    ...surplus(where, asset, 'source', 'destinations', 'displayName'),
    ...surplus(`${where}: source`, more),
    ...(isFile ? [] : [`${where} is no file of the assembly`]),
    // The template that is deployed is the asset; its changes are shown of the file.
    ...(isFile && packaging === 'file' && hashIn(folder, path) !== id
      ? [`${where} has not the content of that hash`]
      : []),
    ...(goesTo.every(([, to]) => isDeepStrictEqual(to, own))
      ? []
      : [`${where} goes elsewhere than to the bucket of the bootstrap`]),
    ...(labels.every(isLabel) ? [] : [`${where} has a name that is not plain`]),
  ];
}

/** Where two values differ: each place by its path. */
function differences(where: string, found: unknown, known: unknown): readonly string[] {
  if (typeof known !== 'object' || Array.isArray(known) || typeof found !== 'object') {
    return isDeepStrictEqual(found, known) ? [] : [`${where} is not as CDK writes it`];
  }
  const [a, b] = [fieldsOf(found), fieldsOf(known)];
  return Object.keys({ ...a, ...b }).flatMap((key) => differences(`${where}.${key}`, a[key], b[key]));
}

function surplus(where: string, fields: Fields, ...known: readonly string[]): readonly string[] {
  const others = Object.keys(fields).filter((name) => !known.includes(name));
  return others.map((name) => `${where} has ${JSON.stringify(name)}`);
}

function unwantedIn(fields: Fields): readonly string[] {
  const text = JSON.stringify(fields);
  return UNWANTED.filter((type) => text.includes(JSON.stringify(type))).map(
    (type) => `it has metadata of type ${type}`,
  );
}

/** SHA-256 of a file; empty where there is none. */
function hashIn(folder: string, file: string): string {
  const path = join(folder, file);
  return isPlain(file) && existsSync(path) ? hash('sha256', readFileSync(path)) : '';
}

function read(folder: string, file: string): Fields {
  return fieldsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && PLAIN.test(value);
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && LABEL.test(value);
}

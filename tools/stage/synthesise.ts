import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssetManifestArtifact, type CloudAssembly } from 'aws-cdk-lib/cx-api';
import { createApp } from '../../infra/create-app.ts';
import { StartError } from './start-error.ts';
import { parseTemplate, type Template } from './template.ts';

/** What `cdk deploy` would deploy: the template of the stack and the directories of its assets. */
export interface Assembly {
  readonly template: Template;
  /** Directory of each asset by the key of its archive in S3, by which the template names it. */
  readonly assets: ReadonlyMap<string, string>;
  /** Deletes the assembly from the disk. */
  close(): Promise<void>;
}

/** Synthesises the dev stack into a directory of its own. Throws what the stack throws, then leaves nothing behind. */
export async function synthesise(): Promise<Assembly> {
  const outdir = await mkdtemp(join(tmpdir(), 'local-stage-'));
  const close = () => rm(outdir, { recursive: true, force: true });
  try {
    const assembly = createApp({ outdir }, 'dev').synth();
    return { template: templateOf(assembly), assets: assetsOf(assembly), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function templateOf(assembly: CloudAssembly): Template {
  const [stack, ...more] = assembly.stacks;
  if (stack === undefined || more.length > 0)
    throw new StartError('The local stage serves an app of exactly one stack');
  return parseTemplate(stack.template);
}

function assetsOf(assembly: CloudAssembly): Map<string, string> {
  const files = assembly.artifacts
    .filter((artifact) => AssetManifestArtifact.isAssetManifestArtifact(artifact))
    .flatMap((manifest) => Object.values(manifest.contents.files ?? {}));
  return new Map(
    files.flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(assembly.directory, source.path ?? '')]),
    ),
  );
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, Stack } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Bundles the bare function by CDK's defaults, but with the SDK inside; resolves to the path of its module. */
export async function bareBundle(outdir: string): Promise<string> {
  const app = new App({ outdir });
  new NodejsFunction(new Stack(app, 'Bare'), 'Function', {
    entry: join(root, 'tools/measure/subjects/bare.ts'),
    runtime: Runtime.NODEJS_24_X,
    projectRoot: root,
    depsLockFilePath: join(root, 'package-lock.json'),
    bundling: { bundleAwsSDK: true },
  });
  app.synth();
  const asset = (await readdir(outdir)).find((name) => name.startsWith('asset.'));
  if (asset === undefined) throw new Error('CDK made no bundle of the bare function');
  return join(outdir, asset, 'index.js');
}

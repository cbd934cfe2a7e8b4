import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** As infra/operation-function.ts asks CDK for it; bundling ours by it must give the very bytes that CDK deploys. */
const AS_DEPLOYED: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  supported: { 'dynamic-import': false },
  alias: {
    '@aws-sdk/credential-provider-node': `${root}infra/bundle-stubs/lambda-credentials.ts`,
    '@smithy/core/event-streams': `${root}infra/bundle-stubs/no-event-streams.ts`,
  },
  absWorkingDir: root,
  logLevel: 'warning',
};

/** Bundles a source file, a path from the project's root, as the functions are bundled. */
export async function bundle(source: string, outfile: string): Promise<void> {
  await build({ ...AS_DEPLOYED, entryPoints: [source], outfile });
}

/** Bundles a source file into an ES module, for what awaits while it loads. */
export async function moduleBundle(source: string, outfile: string): Promise<void> {
  await build({ ...AS_DEPLOYED, format: 'esm', supported: {}, entryPoints: [source], outfile });
}

import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** As infra/operation-function.ts asks CDK for it; bundling ours by it must give the very bytes that CDK deploys. */
const AS_DEPLOYED: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  alias: { '@aws-sdk/credential-provider-node': `${root}functions/store/lambda-credentials.ts` },
  absWorkingDir: root,
  logLevel: 'warning',
};

/** What packages that still are CommonJS need within an ES module. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Bundles a source file, a path from the project's root, as the functions are bundled.
 * @param commonJs whether packages in it call `require`, for which the bundle then gets a line
 */
export async function bundle(source: string, outfile: string, { commonJs = false } = {}): Promise<void> {
  await build({ ...AS_DEPLOYED, entryPoints: [source], outfile, ...(commonJs && { banner: { js: REQUIRE } }) });
}

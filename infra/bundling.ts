import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How esbuild bundles a function. The SDK is bundled: its version is pinned and tested, and it starts faster than the runtime's copy. */
export const BUNDLING = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // An ES module that imports node:http makes Node evaluate all its exports, undici included: 15 ms at every start.
  format: 'cjs',
  mainFields: ['module', 'main'],
  minify: true,
  // The SDK imports node:http lazily; this makes it a require, for the same reason.
  supported: { 'dynamic-import': false },
  alias: {
    '@aws-sdk/credential-provider-node': `${root}infra/bundle-stubs/lambda-credentials.ts`,
    '@aws-sdk/middleware-endpoint-discovery': `${root}infra/bundle-stubs/no-endpoint-discovery.ts`,
    '@smithy/core/event-streams': `${root}infra/bundle-stubs/no-event-streams.ts`,
  },
  logLevel: 'warning',
} satisfies BuildOptions;

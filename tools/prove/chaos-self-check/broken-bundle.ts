import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Break } from './breaks.ts';

/** Bundles the upgrade function with one module replaced by a broken one, into a folder that is deleted with the scope. */
export async function brokenBundle(scope: AsyncDisposableStack, broken: Break): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-self-check-'));
  scope.defer(() => rm(folder, { recursive: true }));
  await build({
    entryPoints: ['functions/upgrade/handler.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [replacing(broken)],
  });
  return folder;
}

/** Fails when nothing imports the module: then nothing would be broken. */
function replacing({ name, replaces }: Break): Plugin {
  const path = join(import.meta.dirname, 'breaks', `${name}.ts`);
  return {
    name: 'replacing',
    setup: (bundle) => {
      let replaced = false;
      bundle.onResolve({ filter: /./ }, ({ path: imported, resolveDir, importer }) => {
        const isOriginal = imported === replaces || resolve(resolveDir, imported) === resolve(replaces);
        if (importer === path || !isOriginal) return undefined;
        replaced = true;
        return { path };
      });
      bundle.onEnd(() => {
        if (!replaced) throw new Error(`the upgrade function does not import ${replaces}`);
      });
    },
  };
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { synthesise, type Assembly } from '../../stage/synthesise.ts';

/** One text of the functions' sources, and what is put in its place. */
export interface Change {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** The stack, but its functions are start-upgrade alone, bundled from sources that have been changed on the way. */
export async function sabotagedAssembly(changes: readonly Change[]): Promise<Assembly> {
  const assembly = await synthesise();
  const folder = await mkdtemp(join(tmpdir(), 'sabotage-'));
  await build({
    entryPoints: ['functions/upgrade/handler.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [changing(changes)],
  });
  return {
    ...assembly,
    assets: new Map([...assembly.assets.keys()].map((key) => [key, folder])),
    close: async () => {
      await rm(folder, { recursive: true });
      await assembly.close();
    },
  };
}

function changing(changes: readonly Change[]): Plugin {
  return {
    name: 'sabotage',
    setup: (bundle) => {
      bundle.onLoad({ filter: /functions\/.*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = changes.filter(({ file }) => path.endsWith(file)).reduce(changed, source);
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Throws when the text is not there any more: then the sabotage would be none. */
function changed(source: string, { text, by }: Change): string {
  if (source.split(text).length !== 2) throw new Error(`this does not stand in its file just once: ${text}`);
  return source.replace(text, () => by);
}

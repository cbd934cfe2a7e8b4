import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { synthesise, type Assembly } from '../../tools/local-stage/synthesise.ts';

/** One text of the functions' sources, and what is put in its place. */
interface Change {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const HELD = 'functions/start-upgrade/held.ts';
const OWN = 'held.claimToken === upgrade.claimToken';
const CONDITION = 'functions/store/claim-condition.ts';
const NOT_LIVE = 'NOT (${IS_LIVE})';
const LEASE_AHEAD = '#leaseEndsAt BETWEEN :soonest AND :latest';
const LEASE_HOLDS = { file: CONDITION, text: LEASE_AHEAD, by: `(${LEASE_AHEAD} OR NOT (${LEASE_AHEAD}))` };
const NOT_NEWER = 'NOT (${IS_NEWER})';

/** Ways to break the promise. DynamoDB wants every value to be used: so a term is not left out, but made void. */
export const SABOTAGES = {
  'the condition lets everything pass': [{ file: CONDITION, text: NOT_LIVE, by: `(${NOT_LIVE} OR (\${IS_LIVE}))` }],
  'any record passes for our own': [{ file: HELD, text: OWN, by: 'held.claimToken !== undefined' }],
  'a lost reply is neither known by its token nor a reason to doubt': [
    { file: HELD, text: OWN, by: 'false' },
    { file: HELD, text: 'mayBeWritten || ', by: '' },
  ],
  'a claim is written again over its own record': [
    { file: CONDITION, text: NOT_NEWER, by: `(${NOT_NEWER} OR (\${IS_NEWER}))` },
  ],
  'a lease never runs out for the engine': [LEASE_HOLDS],
  'a lease never runs out': [
    LEASE_HOLDS,
    { file: 'functions/domain/upgrade.ts', text: ' && isAhead(held.leaseEndsAt, now)', by: '' },
  ],
  'a lease has always run out': [{ file: CONDITION, text: 'epochSeconds(requestedAt) + 1', by: 'LAST_EPOCH_SECOND' }],
} as const satisfies Record<string, readonly Change[]>;

/** The stack, but start-upgrade is bundled from sources that have been changed. */
export async function sabotaged(changes: readonly Change[]): Promise<Assembly> {
  const assembly = await synthesise();
  const folder = await mkdtemp(join(tmpdir(), 'sabotage-'));
  await build({
    entryPoints: ['functions/start-upgrade/handler.ts'],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [changing(changes)],
  });
  return {
    ...assembly,
    // The other operation is not asked for anything here.
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

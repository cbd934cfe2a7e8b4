import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { MEANINGS } from '../../../code-meanings.ts';
import { keysOf } from '../../../keys-of.ts';
import { exampleCommands } from '../../example-calls.ts';
import { filePage, filePages, loggingIn, pageResponse, type Page, type Pages } from '../page.ts';
import type { Fleet } from './fleet.ts';
import { Views } from './view.ts';

const require = createRequire(import.meta.url);

const OWN = fileURLToPath(new URL('.', import.meta.url));

/** Modules of lit-html, and those that they import from each other. */
const LIT = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/live.js', 'directives/repeat.js'];

/**
 * The fleet in one view, at `/`. It logs the visitor in, so that upgrades can be started and cancelled, and roll-outs paused. `simulated` says whether
 * devices install what they are told to.
 */
export async function homePages(fleet: Fleet, rollouts: () => readonly object[], simulated: boolean): Promise<Pages> {
  const views = new Views(fleet);
  const own = (await readdir(OWN)).filter((file) => /\.(js|css)$/.test(file));
  return new Map<string, Page>([
    ['/', loggingIn(await filePage(join(OWN, 'index.html')))],
    ...(await filePages('/home', OWN, own)),
    ...(await filePages('/home', dirname(require.resolve('lit-html')), LIT)),
    ['/home/stage.js', ({ headers: { host = '' } }) => pageResponse('js', stageModule(`http://${host}`))],
    [
      '/home/fleet',
      ({ url = '' }) =>
        pageResponse(
          'json',
          JSON.stringify({ ...views.viewFor(url, epochSeconds(new Date())), rollouts: rollouts(), simulated }),
        ),
    ],
  ]);
}

/** What the page knows about the stage: its codes, and commands to paste. */
function stageModule(url: string): string {
  const codes = keysOf(API_STATUS).map((name): [number, object] => {
    const [request, device] = MEANINGS[name].split(/ ?For a (?:device|roll-out)[^:]*: /);
    return [API_STATUS[name].code, { name, request, device }];
  });
  const constants = { CODES: Object.fromEntries(codes), COMMANDS: exampleCommands(url) };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}

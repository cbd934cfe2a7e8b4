import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { exampleCommands } from '../../example-calls.ts';
import { filePage, filePages, loggingIn, pageResponse, type Page, type Pages } from '../page.ts';
import type { Fleet } from './fleet.ts';
import { queryOf, viewStream } from './view-stream.ts';

const require = createRequire(import.meta.url);
const LIT = dirname(require.resolve('lit-html'));

const OWN = fileURLToPath(new URL('.', import.meta.url));
const OWN_FILES = ['home.css', 'main.js', 'fleet-table.js', 'side.js', 'actions.js'];
const LIT_FILES = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

/** The fleet in one view, at `/`. It logs the visitor in, so that upgrades can be started and cancelled. */
export async function homePages(fleet: Fleet): Promise<Pages> {
  return new Map<string, Page>([
    ['/', loggingIn(await filePage(join(OWN, 'index.html')))],
    ...(await filePages('/home', OWN, OWN_FILES)),
    ...(await filePages('/home/lit', LIT, LIT_FILES)),
    ['/home/stage.js', ({ headers: { host = '' } }) => pageResponse('js', stageModule(`http://${host}`))],
    ['/home/events', ({ url = '' }) => pageResponse('event-stream', viewStream(fleet, queryOf(url)))],
  ]);
}

/** What the page knows about the stage: names of the codes, and commands to paste. */
function stageModule(url: string): string {
  const names = Object.fromEntries(Object.entries(API_STATUS).map(([name, { code }]) => [code, name]));
  return `export const NAMES = ${JSON.stringify(names)};\nexport const COMMANDS = ${JSON.stringify(exampleCommands(url))};\n`;
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { exampleCommands } from '../../example-calls.ts';
import { filePage, loggingIn, pageResponse, type Page, type Pages } from '../page.ts';
import type { Fleet } from './fleet.ts';
import { queryOf, viewStream } from './view-stream.ts';

const require = createRequire(import.meta.url);
const LIT = dirname(require.resolve('lit-html'));

const OWN = ['main.js', 'fleet-table.js', 'side.js', 'actions.js'];
const LIBRARY = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

/** The fleet in one view, at `/`. It logs the visitor in, so that upgrades can be started and cancelled. */
export async function homePages(fleet: Fleet): Promise<Pages> {
  return new Map<string, Page>([
    ['/', loggingIn(await filePage('html', own('index.html')))],
    ['/home/home.css', await filePage('css', own('home.css'))],
    ...(await filesBelow('/home', OWN, own)),
    ...(await filesBelow('/home/lit', LIBRARY, (file) => join(LIT, file))),
    ['/home/stage.js', ({ headers: { host = '' } }) => pageResponse('js', stageModule(`http://${host}`))],
    ['/home/events', ({ url = '' }) => pageResponse('event-stream', viewStream(fleet, queryOf(url)))],
  ]);
}

async function filesBelow(
  path: string,
  files: readonly string[],
  place: (file: string) => URL | string,
): Promise<[string, Page][]> {
  return Promise.all(files.map(async (file) => [`${path}/${file}`, await filePage('js', place(file))] as const)).then(
    (pages) => pages.map(([at, page]) => [at, page]),
  );
}

/** What the page knows about the stage: names of the codes, and commands to paste. */
function stageModule(url: string): string {
  const names = Object.fromEntries(Object.entries(API_STATUS).map(([name, { code }]) => [code, name]));
  return `export const NAMES = ${JSON.stringify(names)};\nexport const COMMANDS = ${JSON.stringify(exampleCommands(url))};\n`;
}

function own(file: string): URL {
  return new URL(file, import.meta.url);
}

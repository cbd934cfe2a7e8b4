import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import project from '../../package.json' with { type: 'json' };
import { stage } from './stage.ts';

const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);

const scope = new AsyncDisposableStack();
let browser: Browser;

beforeAll(async () => {
  browser = await startChromium(scope);
});

afterAll(() => scope.disposeAsync());

/**
 * Opens a page of the stage in a fresh profile and uses it. Whatever is done there, it must make requests to the stage
 * only, and leave the console empty, but for answers of a status that the test itself gives, and so forgives.
 */
export async function onPage(
  path: string,
  use: (page: Page, forgive: (status: number) => void) => Promise<void>,
): Promise<void> {
  const forgiven: string[] = [];
  const origins = new Set<string>();
  const problems: string[] = [];
  const context = await browser.newContext();
  // As long as the waits of other tests.
  context.setDefaultTimeout(200_000);
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  context.on('console', (message) => problems.push(message.text()));
  context.on('weberror', (error) => problems.push(error.error().message));
  try {
    const page = await context.newPage();
    await page.goto(`${stage.url}${path}`);
    await use(page, (status) => forgiven.push(`status of ${String(status)}`));
    expect([...origins]).toEqual([stage.url]);
  } finally {
    await context.close();
    // Last and always: they explain why something else went wrong.
    expect(problems.filter((problem) => !forgiven.some((status) => problem.includes(status)))).toEqual([]);
  }
}

/** How wide the page itself is if it scrolls sideways, and what makes it do so: tables and commands do that by themselves. */
const BEYOND_THE_EDGE = `document.documentElement.scrollWidth <= innerWidth ? [] : [document.documentElement.scrollWidth,
  ...[...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > innerWidth && !each.parentElement.closest('.table, pre'))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))]`;

/** What axe finds serious or critical, and where. */
const GRAVE = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`;

/** Two pairs suffice, as no rule depends on both: contrast does not depend on the width. */
const SCREENS = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** Expects that axe finds nothing serious or critical on the page as it is, in light and dark, on desktop and phone. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  for (const { colorScheme, ...viewport } of SCREENS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    // Scripts hear of the new colours with the next frame, which on a busy machine may come late.
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect([colorScheme, await page.evaluate(GRAVE)]).toEqual([colorScheme, []]);
    expect(await page.evaluate(BEYOND_THE_EDGE)).toEqual([]);
  }
}

/**
 * Starts a headless Chromium with an empty profile, which ends with the scope: the one that the variable CHROMIUM
 * names, or the one from npm.
 */
async function startChromium(scope: AsyncDisposableStack): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await unpackedChromium());
  // Containers do not allow the sandbox, and only our own pages are opened.
  const args = ['--disable-gpu', '--no-zygote'];
  const browser = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args });
  scope.defer(() => browser.close());
  return browser;
}

/** Kept for the next time, as unpacking takes seconds. */
const FOLDER = fileURLToPath(
  new URL(`../../.local/chromium-${project.devDependencies['@sparticuz/chromium']}`, import.meta.url),
);

/** Path of the browser from npm. */
async function unpackedChromium(): Promise<string> {
  if (!existsSync(FOLDER)) await unpack();
  return join(FOLDER, 'chromium');
}

/**
 * In its own process, since the package unpacks to the temporary folder of the process, and trusts what it finds there.
 * Into a new folder, since others may do the same now: the first to end wins.
 */
async function unpack(): Promise<void> {
  await mkdir(dirname(FOLDER), { recursive: true });
  const folder = await mkdtemp(`${FOLDER}-`);
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: folder };
  await promisify(execFile)(process.execPath, ['--eval', UNPACK], { cwd: import.meta.dirname, env });
  await rename(folder, FOLDER).catch(() => rm(folder, { recursive: true }));
}

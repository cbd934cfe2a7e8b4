import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../../tools/stage/page/screenshot/chromium.ts';
import { stage } from './stage.ts';

const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);

/** Names below `.example` resolve to this machine, as a stranger's name may after DNS rebinding. */
const FLAGS = ['--host-resolver-rules=MAP *.example 127.0.0.1'];

const scope = new AsyncDisposableStack();
let started: Browser;

beforeAll(async () => {
  started = await startChromium(scope, FLAGS);
}, 60_000);

afterAll(() => scope.disposeAsync());

/** The real browser of the suite. */
export const browser = () => started;

/**
 * Opens a page of the stage in a fresh profile and uses it; `asked` collects the URLs that it requests. Whatever is done
 * there, it must make requests to the stage only, and leave the console empty.
 */
export async function onPage(path: string, use: (page: Page, asked: readonly URL[]) => Promise<void>): Promise<void> {
  const asked: URL[] = [];
  const complaints: string[] = [];
  const page = await browser().newPage();
  page.on('request', (request) => asked.push(new URL(request.url())));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(`${stage.url}${path}`);
    await use(page, asked);
    expect(asked.filter(({ origin }) => origin !== stage.url)).toEqual([]);
  } finally {
    await page.close();
    // Last and always: they explain why something else went wrong.
    expect(complaints).toEqual([]);
  }
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Two pairs suffice, as no rule depends on both: contrast does not depend on the width. */
const CIRCUMSTANCES = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** Expects that axe finds nothing serious or critical on the page as it is, in light and dark, on desktop and phone. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  for (const { colorScheme, ...viewport } of CIRCUMSTANCES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    // Scripts hear of the new colours with the next frame, which on a busy machine may come late.
    await page.evaluate('new Promise(requestAnimationFrame)');
    const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)');
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const found = grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect({ colorScheme, found }).toMatchObject({ found: [] });
    // The page itself never scrolls sideways.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
}

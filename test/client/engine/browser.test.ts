/** The typed client in a real browser, on a page of the stage's own origin, whose cookies it sends. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type * as Client from '../../../client/src/index.ts';
import { startChromium } from '../../support/chromium.ts';
import { newDevice, stage, storedUpgrade } from '../../support/stage.ts';

const scope = new AsyncDisposableStack();
let page: Page;

/** What the bundle of the client leaves on the page. */
declare const streamFleet: typeof Client;

async function bundledClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../client/src/index.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'streamFleet',
    // Playwright wraps the script in a function, in which the name would stay local.
    footer: { js: 'globalThis.streamFleet = streamFleet;' },
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

beforeAll(async () => {
  const browser = await startChromium(scope);
  page = await browser.newPage();
  await page.addInitScript(await bundledClient());
  await page.goto(`${stage.url}/docs`);
}, 60_000);

afterAll(() => scope.disposeAsync());

/** The details, or what the error says. */
function startInBrowser(sn: string): Promise<unknown> {
  return page.evaluate(
    ([baseUrl, name]) =>
      streamFleet
        .createStreamFleetClient({ baseUrl })
        .startUpgrade({ sn: [name], 'firmware-id': 21 })
        .then(({ details }) => details, String),
    [stage.url, sn] as const,
  );
}

test("In a browser an upgrade is started with the browser's own cookies, and asking again tells that it is under way", async () => {
  const sn = await newDevice();
  expect(await startInBrowser(sn)).toEqual([{ sn, result: 0 }]);
  expect(await startInBrowser(sn)).toEqual([{ sn, result: 1 }]);
  expect(await storedUpgrade(sn)).toMatchObject({ requestedBy: 'demo-admin' });
});

test('In a browser a redirect is refused at once, with all that browsers tell of it', async () => {
  await page.route('**/start', (route) => route.fulfill({ status: 302, headers: { location: '/docs' } }), { times: 1 });
  const redirect = 'a redirect (no content type) is no answer of this service; an upgrade may have been started';
  expect(await startInBrowser('A1')).toBe(`NoAnswerError: ${stage.url}/sc_cloud/upgrade/start: ${redirect}`);
});

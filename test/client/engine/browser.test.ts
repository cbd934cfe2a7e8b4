/** The typed client in a real browser, on a page of the stage's own origin, whose cookies it sends. */
import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type * as Client from '../../../client/src/index.ts';
import { onPage } from '../../support/browser.ts';
import { newDevice, stage, storedUpgrade } from '../../support/stage.ts';

/** What the bundle of the client leaves on the page. */
declare const streamFleet: typeof Client;
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../../../client/src/index.ts', import.meta.url))],
  bundle: true,
  platform: 'browser',
  format: 'iife',
  globalName: 'streamFleet',
  // Playwright evaluates it in a function, in which the name would stay local.
  footer: { js: 'globalThis.streamFleet = streamFleet;' },
  write: false,
});
const bundle = outputFiles.map(({ text }) => text).join('');

/** The details, or what the error says. */
async function startInBrowser(page: Page, sn: string): Promise<unknown> {
  await page.evaluate(bundle);
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
  await onPage('/docs', async (page) => {
    expect(await startInBrowser(page, sn)).toEqual([{ sn, result: 0 }]);
    expect(await startInBrowser(page, sn)).toEqual([{ sn, result: 1 }]);
  });
  expect(await storedUpgrade(sn)).toMatchObject({ requestedBy: 'demo-admin' });
});

test('In a browser a redirect is refused at once, with all that browsers tell of it', async () => {
  await onPage('/docs', async (page) => {
    const redirect = { status: 302, headers: { location: '/docs' } };
    await page.route('**/start', (route) => route.fulfill(redirect), { times: 1 });
    const refused = 'a redirect (no content type) is no answer of this service; an upgrade may have been started';
    expect(await startInBrowser(page, 'A1')).toBe(`NoAnswerError: ${stage.url}/sc_cloud/upgrade/start: ${refused}`);
  });
});

/** The home page of the local stage, used in a real browser as an operator does, and from pages of strangers. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { browser, expectAccessible, onPage } from '../../../support/browser.ts';
import { simulatedDevice } from '../../../support/simulated-device.ts';
import { newDevice, newDevices, nowSeconds, put, stage, storedUpgrade, upgrade } from '../../../support/stage.ts';

/** Searches for a device and chooses it; resolves to its row. */
async function choose(page: Page, sn: string) {
  await page.getByRole('searchbox', { name: 'Serial number' }).fill(sn);
  await page.getByRole('checkbox', { name: sn, exact: true }).check();
  return page.getByRole('row').filter({ hasText: sn });
}

async function start(page: Page, version: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Firmware' }).selectOption({ label: version });
  await page.getByRole('button', { name: 'Start on 1' }).click();
}

describe('On the home page of the stage', () => {
  test('an upgrade is started and watched to its end, and asked for again by the command that is shown', async () => {
    const { sn } = await simulatedDevice();
    await onPage('/', async (page) => {
      const row = await choose(page, sn);
      await start(page, '21: 2.4.0 for 3-2-1.0');
      await page.getByRole('status').getByText('start-upgrade: 1 × SUCCESS (0)').waitFor();
      await page.getByText('The same with curl').click();
      const { stdout } = await promisify(execFile)('sh', ['-c', await page.locator('details pre').innerText()]);
      expect(JSON.parse(stdout)).toMatchObject({ details: [{ sn, result: 1 }] });
      await row.getByText('running').waitFor();
      await row.getByRole('progressbar', { name: `Progress of ${sn}` }).waitFor();
      await row.getByText('succeeded').waitFor();
      const feed = page.getByRole('listitem').filter({ hasText: 'Upgrade' });
      const texts = await feed.allInnerTexts();
      const own = texts.filter((text) => text.includes(sn));
      const told = [`UpgradeFinished ${sn} succeeded`, `UpgradeRequested ${sn} firmware 21`];
      // Other tests start many devices: when the feed is full, older events have left it.
      const left = texts.length < 50 ? told : told.slice(0, own.length);
      expect(own).toEqual(left.map((text) => expect.stringMatching(new RegExp(`${text}$`))));
      expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', requestedBy: 'demo-admin' });
    });
  }, 60_000);

  test('an upgrade is cancelled; one that is refused says why', async () => {
    const sn = await newDevice();
    await onPage('/', async (page) => {
      const row = await choose(page, sn);
      await start(page, '31: 3.0.1 for 3-2-2.0');
      await page.getByRole('status').getByText(`start-upgrade: 1 × DEVICE_TYPE_ERROR (24): ${sn}`).waitFor();
      await start(page, '21: 2.4.0 for 3-2-1.0');
      await row.getByText('requested').waitFor();
      await page.getByRole('button', { name: 'Cancel on 1' }).click();
      await page.getByRole('status').getByText('cancel-upgrade: 1 × SUCCESS (0)').waitFor();
      await row.getByText('cancelled').waitFor();
      expect(await storedUpgrade(sn)).toMatchObject({ state: 'cancelled', cancelledBy: 'demo-admin' });
    });
  }, 60_000);

  test('what failed or is stuck can be told from the rest, texts of others are text, and nothing hinders a reader', async () => {
    const reason = '<img src=x onerror=alert(1)> broken';
    const [failed = '', stuck = '', running = ''] = await newDevices(3);
    await upgrade([failed, stuck, running]);
    await put('upgrades', { ...(await storedUpgrade(failed)), state: 'failed', reason });
    await put('upgrades', { ...(await storedUpgrade(stuck)), leaseEndsAt: nowSeconds() - 60 });
    await put('upgrades', { ...(await storedUpgrade(running)), state: 'running', progress: 40 });
    await onPage('/', async (page) => {
      await page.getByRole('searchbox').fill(failed.replace(/-\d+$/, '-'));
      const states = page.locator('td .state');
      await page.getByText('Page 1 of 1: 3 devices').waitFor();
      for (const state of ['timed out', 'failed', 'running']) await states.getByText(state).waitFor();
      await expectAccessible(page);
      expect(await states.allInnerTexts()).toEqual(['timed out', 'failed', 'running']);
      await page.getByRole('cell').getByText(reason).waitFor();
      await page.getByRole('radio', { name: 'failed' }).check();
      await page.getByText('Page 1 of 1: 1 devices').waitFor();
    });
  }, 60_000);
});

describe('A page of another origin, in a browser that is logged in here,', () => {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>'));
  let strangersPort = 0;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    strangersPort = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  /** What a page tries on its own; each result is the HTTP status, the first message, or what went wrong. */
  const ATTEMPTS = `async ([url, body]) => {
    const ask = (path, init) => fetch(url + path, { credentials: 'include', ...init }).then((r) => r.status, () => 'failed');
    const post = (type, mode) => ask('/sc_cloud/upgrade/start', { method: 'POST', mode, body, headers: { 'content-type': type } });
    const heard = new Promise((resolve) => {
      const events = new EventSource(url + '/home/events', { withCredentials: true });
      events.onmessage = ({ data }) => resolve(data);
      events.onerror = () => resolve('failed');
    });
    const framed = new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: url + '/', onload: () => resolve() });
      document.body.append(frame);
    });
    await framed;
    return [await post('application/json', 'cors'), await post('text/plain', 'no-cors'), await ask('/', { mode: 'no-cors' }), await heard];
  }`;

  test.each([
    // It does not send the cookies; the stage's own host on another port does, as it is the same site.
    ['stranger.example', 'POST 401'],
    ['127.0.0.1', 'POST 403'],
  ])('at %s starts nothing, reads nothing, and no cookie is set or used', async (host, refusal) => {
    const sn = await newDevice();
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(stage.url);
    expect(await context.cookies()).toHaveLength(2);

    const statuses: string[] = [];
    await page.goto(`http://${host}:${String(strangersPort)}/`);
    page.on('response', (response) => {
      if (response.url().startsWith(stage.url))
        statuses.push(`${response.request().method()} ${String(response.status())}`);
    });
    const told = await page.evaluate(`(${ATTEMPTS})(${JSON.stringify([stage.url, body])})`);
    expect(told).toEqual(['failed', 0, 0, 'failed']);
    expect(statuses).toEqual(['GET 403', refusal, 'GET 403']);
    expect(await storedUpgrade(sn)).toBeUndefined();
    await context.close();
  });

  test('logs nobody in by leading to the stage, nor by a name of its own that leads there', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(`http://stranger.example:${String(strangersPort)}/`);
    await page.evaluate(`location.href = ${JSON.stringify(stage.url)}`);
    const logIn = page.getByRole('link', { name: 'Log in as the demo administrator' });
    await logIn.waitFor();
    expect(await context.cookies()).toEqual([]);

    const sn = await newDevice();
    const rebound = await page.goto(stage.url.replace('127.0.0.1', 'rebound.example'));
    expect(rebound?.status()).toBe(421);
    const init = { method: 'POST', body: JSON.stringify({ sn: [sn], 'firmware-id': 21 }) };
    for (const path of ['/sc_cloud/upgrade/start', '/home/events', '/docs']) {
      const asked = `fetch('${path}', ${path.startsWith('/sc') ? JSON.stringify(init) : '{}'})`;
      expect(await page.evaluate(`${asked}.then(({ status }) => status)`)).toBe(421);
    }
    expect(await storedUpgrade(sn)).toBeUndefined();
    expect(await context.cookies()).toEqual([]);

    await page.goto(`http://stranger.example:${String(strangersPort)}/`);
    await page.evaluate(`location.href = ${JSON.stringify(stage.url)}`);
    await logIn.click();
    await logIn.waitFor({ state: 'detached' });
    expect(await context.cookies()).toHaveLength(2);
    await context.close();
  });
});

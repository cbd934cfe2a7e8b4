/** The home page of the local stage, used in a real browser as an operator does. */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expectAccessible, onPage } from '../../../support/browser.ts';
import { simulatedDevice } from '../../../support/simulated-device.ts';
import { ask, newDevice, newDevices, nowSeconds, put, storedUpgrade, upgrade } from '../../../support/stage.ts';

/** Searches for a device and selects it; resolves to its row. */
async function select(page: Page, sn: string) {
  await page.getByRole('searchbox', { name: 'Serial number' }).fill(sn);
  await page.getByRole('checkbox', { name: sn, exact: true }).check();
  return page.getByRole('row').filter({ hasText: sn });
}

async function start(page: Page, firmware: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Firmware' }).selectOption({ label: firmware });
  await page.getByRole('button', { name: 'Start on 1' }).click();
}

test('On the home page an upgrade is started, repeated by the command that is shown, and watched to its end', async () => {
  const sn = await simulatedDevice();
  await onPage('/', async (page) => {
    const row = await select(page, sn);
    await start(page, '21: 2.4.0 for 3-2-1.0');
    await page.getByRole('status').getByText('start-upgrade: 1 × SUCCESS (0)').waitFor();
    await page.getByText('The same with curl').click();
    const { stdout } = await promisify(execFile)('sh', ['-c', await page.locator('details pre').innerText()]);
    expect(JSON.parse(stdout)).toMatchObject({ details: [{ sn, result: 1 }] });
    await row.getByRole('progressbar', { name: `Progress of ${sn}` }).waitFor();
    await row.getByText('succeeded').waitFor();
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', requestedBy: 'demo-admin' });
    const feed = await page.getByRole('list', { name: 'Events' }).getByRole('listitem').allInnerTexts();
    const own = feed.filter((text) => text.includes(sn)).map((text) => text.slice(text.indexOf('Upgrade')));
    const expected = [`UpgradeFinished ${sn} succeeded`, `UpgradeRequested ${sn} firmware 21`];
    // Once other tests have filled the feed, older events leave it.
    expect(own).toEqual(feed.length < 50 ? expected : expected.slice(0, own.length));
  });
}, 60_000);

test('On the home page an upgrade is cancelled; one that is refused says why', async () => {
  const sn = await newDevice();
  await onPage('/', async (page) => {
    const row = await select(page, sn);
    await start(page, '31: 3.0.1 for 3-2-2.0');
    await page.getByRole('status').getByText(`start-upgrade: 1 × DEVICE_TYPE_ERROR (24): ${sn}`).waitFor();
    await start(page, '21: 2.4.0 for 3-2-1.0');
    await row.getByText('requested').waitFor();
    await page.getByRole('button', { name: 'Cancel on 1' }).click();
    await page.getByRole('status').getByText('cancel-upgrade: 1 × SUCCESS (0)').waitFor();
    await row.getByText('cancelled').waitFor();

    // A hidden tab has no stream, which would be one of six for all tabs, and shows what has happened when it is seen again.
    const turn = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${String(hidden)}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await turn(true);
    await upgrade([sn]);
    await page.waitForTimeout(500);
    expect(await row.getByText('cancelled').count()).toBe(1);
    await turn(false);
    await row.getByText('requested').waitFor();
    await ask('cancel-upgrade', [sn], 21);
    await row.getByText('cancelled').waitFor();
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'cancelled', cancelledBy: 'demo-admin' });
  });
}, 60_000);

test('The home page shows failed and stuck upgrades first, texts of others as text, and is accessible', async () => {
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

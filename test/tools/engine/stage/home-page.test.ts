/** The home page of the local stage, used in a real browser as an operator does. */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectAccessible, onPage } from '../../../support/browser.ts';
import { search, select, start, startAnswered, told, turn } from '../../../support/home-page.ts';
import { gateway, progress, succeeded, upgradeOf } from '../../../support/reports.ts';
import { ask, newDevices, nowSeconds, post, put, stage, storedUpgrade, upgrade } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

// All before a page is open: while one is, the stage reads the registry every five seconds only.
const [watched = '', recalled = '', shared = ''] = await newDevices(3);
const [failed = '', stuck = '', running = ''] = await newDevices(3);
const many = (await newDevices(60, { firmwareVersion: '2.3.0-rc.60' })).sort();

test('On the home page an upgrade is started, repeated by the command that is shown, and watched to its end', async () => {
  await onPage('/', async (page) => {
    const row = await select(page, watched);
    await start(page, '21: 2.4.0 for 3-2-1.0');
    await told(page, '1 device: started.');
    await page.getByText('The same with curl').click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('details').getByRole('button', { name: 'Copy' }).click();
    await page.locator('details').getByRole('button', { name: 'Copied' }).waitFor();
    const { stdout } = await promisify(execFile)('sh', ['-c', await page.evaluate('navigator.clipboard.readText()')]);
    expect(JSON.parse(stdout)).toMatchObject({ details: [{ sn: watched, result: 1 }] });
    await progress(await upgradeOf(watched), 40);
    await row.getByRole('progressbar', { name: `Progress of ${watched}` }).waitFor();
    await gateway.reportEnd(await upgradeOf(watched), succeeded);
    await row.getByText('succeeded').waitFor();
    expect(await storedUpgrade(watched)).toMatchObject({ state: 'succeeded', requestedBy: 'demo-admin' });
    const feed = await page.getByRole('list', { name: 'Events' }).getByRole('listitem').allInnerTexts();
    const own = feed.filter((text) => text.includes(watched)).map((text) => text.slice(text.indexOf('Upgrade')));
    const expected = [`UpgradeFinished ${watched} succeeded`, `UpgradeRequested ${watched} firmware 21`];
    // Once other tests have filled the feed, older events leave it.
    expect(own).toEqual(feed.length < 50 ? expected : expected.slice(0, own.length));
  });
});

test('On the home page an upgrade is cancelled; one that is refused says why in a sentence', async () => {
  await onPage('/', async (page, forgive) => {
    [403, 502].forEach(forgive);
    const row = await select(page, recalled);
    await startAnswered(page, 403, 'Forbidden');
    await told(page, 'Refused with HTTP 403: Forbidden');
    await startAnswered(page, 502, 'Bad Gateway');
    await told(page, 'No answer: it is not known what was done.');
    await start(page, '31: 3.0.1 for 3-2-2.0');
    await told(
      page,
      `${recalled}: the firmware is not for its family, model or hardware version. (DEVICE_TYPE_ERROR, 24)`,
    );
    await start(page, '21: 2.4.0 for 3-2-1.0');
    await row.getByText('requested').waitFor();
    const cancel = page.waitForRequest('**/cancel');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { upgradeId } = (await storedUpgrade(recalled)) ?? {};
    expect((await cancel).postDataJSON()).toEqual({ sn: [recalled], 'firmware-id': 21, 'upgrade-id': [upgradeId] });
    await told(page, '1 device: cancelled.');
    await row.getByText('cancelled').waitFor();

    // A hidden tab asks for nothing, and shows what has happened when it is seen again.
    await turn(page, 'hidden');
    await post(JSON.stringify({ sn: [recalled], 'firmware-id': 21 }), { 'idempotency-key': 'spring-21' });
    await page.waitForTimeout(1_500);
    expect(await row.getByText('cancelled').count()).toBe(1);
    await turn(page, 'visible');
    await row.getByText('requested').waitFor();
    await row.getByText('spring-21').waitFor();
    await ask('cancel-upgrade', [recalled], 21);
    await row.getByText('cancelled').waitFor();
    expect(await storedUpgrade(recalled)).toMatchObject({ state: 'cancelled', cancelledBy: 'demo-admin' });
    // Both ends are in the history.
    const ends = async () => JSON.stringify((await ask('upgrade-history', recalled)).body).match(/ended-at/g);
    await until(async () => (await ends())?.length === 2);
    await row.getByRole('button', { name: 'Past upgrades' }).click();
    const past = page.getByRole('list', { name: `Past upgrades of ${recalled}` }).getByRole('listitem');
    await past.getByText('spring-21').waitFor();
    const cancelled = expect.stringMatching(/^cancelled by demo-admin 21: 2\.4\.0\s.* · demo-admin/) as unknown;
    expect(await past.allInnerTexts()).toEqual([cancelled, cancelled]);
  });
});

test('The home page shows failed and stuck upgrades first, texts of others as text; there a roll-out is paused, and resumed as it was seen; all is accessible', async () => {
  const reason = '<img src=x onerror=alert(1)> broken';
  await upgrade([failed, stuck, running]);
  await put('upgrades', { ...(await storedUpgrade(failed)), state: 'failed', reason });
  await put('upgrades', { ...(await storedUpgrade(stuck)), leaseEndsAt: nowSeconds() - 60 });
  await put('upgrades', { ...(await storedUpgrade(running)), state: 'running', progress: 40 });
  const id = `page-${String(Date.now())}`;
  const another = { 'rollout-id': id.replace('page', 'another') };
  const rollout = (path: string, more: object = {}) =>
    post(JSON.stringify({ 'rollout-id': id, ...more }), {}, stage.url, `/sc_cloud/rollout/${path}`);
  const request = { 'firmware-id': 21, sn: await newDevices(4), waves: [{ devices: 1 }] };
  await rollout('create', request);
  await onPage('/', async (page) => {
    await search(page, failed.replace(/-\d+$/, '-'));
    const states = page.locator('td .state');
    await page.getByText('Page 1 of 1: 3 devices').waitFor();
    for (const state of ['timed out', 'failed', 'running']) await states.getByText(state).waitFor();
    await page.getByRole('button', { name: 'Sort again' }).click();
    await until(async () => (await states.allInnerTexts()).join() === 'timed out,failed,running');
    await page.getByRole('cell').getByText(reason).waitFor();
    const row = page.getByRole('listitem', { name: id });
    await row.getByText('wave 1 of 2: 4 queued').waitFor();
    expect(await row.getByRole('progressbar', { name: `Wave 2 of ${id}` }).getAttribute('max')).toBe('3');
    await row.getByRole('button', { name: 'Pause' }).press('Enter');
    await told(page, `Roll-out ${id} is paused.`);
    await row.getByText('operator').waitFor();
    await rollout('create', { ...request, ...another });
    await page.getByRole('listitem', { name: another['rollout-id'] }).waitFor();
    expect(await row.locator(':focus').allInnerTexts()).toEqual(['Pause']);
    await page.getByRole('checkbox', { name: 'All devices' }).check();
    await start(page, '22: 2.5.0 for 3-2-1.0');
    await page.getByText(`${running}: another firmware is being installed. (DEVICE_BUSY, 11)`).waitFor();
    await page.getByText('The same with curl').click();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Resume' }).click();
    await told(page, `Roll-out ${id} is running.`);
    await row.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(`${running}: its upgrade has begun, has ended,`).waitFor();
    await page.getByRole('radio', { name: 'running' }).check();
    await page.getByText('Page 1 of 1: 1 device').waitFor();
  });
  for (const each of [{}, another]) await rollout('cancel', each);
});

test('On the home page rows and the focus stay where they are while the fleet changes; a selection says what it holds', async () => {
  await onPage('/', async (page) => {
    const rows = page.getByRole('row').getByRole('checkbox', { name: String(many[0]).replace(/-\d+$/, '-') });
    const names = async () => Promise.all((await rows.all()).map((row) => row.getAttribute('aria-label')));
    const focused = () => page.evaluate('document.activeElement.textContent');
    const button = (name: string) => page.getByRole('button', { name });
    await search(page, '2.3.0-RC.60 3-2-1');
    await page.getByText('Page 1 of 2: 60 devices').waitFor();
    await button('Sort again').click();
    await until(async () => (await names()).join() === many.slice(0, 50).join());
    await page.getByRole('checkbox', { name: 'All devices' }).check();
    await button('Next').press('Enter');
    await page.getByText('Page 2 of 2').waitFor();
    expect(await focused()).toBe('Next');
    await page.getByRole('checkbox', { name: 'All devices' }).check();
    await page.getByText('60 selected, 10 shown').waitFor();
    await button('Previous').click();
    await page.getByText('Page 1 of 2').waitFor();
    await button('Start').press('Enter');
    await page.getByText('60 devices: started.').waitFor();
    expect(await focused()).toBe('Start');
    await put('upgrades', { ...(await storedUpgrade(many[49] ?? '')), state: 'failed' });
    await page.locator('td .state').getByText('failed').waitFor();
    expect(await names()).toEqual(many.slice(0, 50));
    await rows.first().focus();
    await button('Sort again').dispatchEvent('click');
    await until(async () => (await names())[0] === many[49]);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(many[0]);
    await search(page, many[7] ?? '');
    await page.getByText('60 selected, 1 shown').waitFor();
    await button('Select none').press('Enter');
    await page.getByText('0 selected, 0 shown').waitFor();
    expect(await focused()).toBe('Select none');
    await search(page, 'no such device');
    await page.getByText('No device matches.').waitFor();
    await page.getByRole('checkbox').click();
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  });
});

test('Seven windows show the fleet, and each of them can act, with what it shows; a stage that was away is back without a reload; an empty feed says how upgrades go on, unless devices are simulated', async () => {
  await onPage('/', async (page, forgive) => {
    forgive(502);
    const others = await Promise.all(Array.from({ length: 6 }, () => page.context().newPage()));
    await Promise.all(others.map((other) => other.goto(page.url())));
    const last = others.at(-1) ?? page;
    for (const each of [page, last]) await select(each, shared);
    await start(page, '21: 2.4.0 for 3-2-1.0');
    await last.getByRole('row').getByText('requested').waitFor();
    await start(last, '21: 2.4.0 for 3-2-1.0');
    await last.getByText('(REPEAT, 1)').waitFor();
    await page.route('**/home/fleet?*', (route) => route.fulfill({ status: 502 }));
    await page.getByRole('alert').getByText('The stage does not answer.').waitFor();
    await ask('cancel-upgrade', [shared], 21);
    let change: object = { simulated: false, firmwares: [] };
    await page.route('**/home/fleet?*', async (route) => {
      const view = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...view, feed: [], ...change } });
    });
    await page.getByRole('row').getByText('cancelled').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByText('None yet. Upgrades go on by themselves with npm start -- --simulate.').waitFor();
    expect(await page.getByRole('button', { name: 'Start', disabled: true }).count()).toBe(1);
    // Firmware 21, which was chosen, is withdrawn.
    change = { simulated: true, firmwares: [{ firmwareId: 22, version: '2.5.0', product: '3-2-1.0' }] };
    await page.getByText('None yet.', { exact: true }).waitFor();
    const started = page.waitForRequest('**/start');
    await page.getByRole('button', { name: 'Start' }).click();
    expect((await started).postDataJSON()).toMatchObject({ 'firmware-id': 22 });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

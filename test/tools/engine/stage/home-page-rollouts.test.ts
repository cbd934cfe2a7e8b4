/** Roll-outs on the home page of the local stage, in a real browser. */
import { expect, test } from '@jest/globals';
import { expectAccessible, onPage } from '../../../support/browser.ts';
import { newDevices, post, stage } from '../../../support/stage.ts';

test('On the home page a roll-out shows its waves, is paused, and resumed as it was seen', async () => {
  const id = `page-${String(Date.now())}`;
  const rollout = (path: string, more: object = {}) =>
    post(JSON.stringify({ 'rollout-id': id, ...more }), {}, stage.url, `/sc_cloud/rollout/${path}`);
  await rollout('create', { 'firmware-id': 21, sn: await newDevices(4), waves: [{ devices: 1 }] });
  await onPage('/', async (page) => {
    const row = page.getByRole('listitem', { name: id });
    await row.getByText('wave 1 of 2: 4 queued').waitFor();
    expect(await row.getByRole('progressbar', { name: `Wave 2 of ${id}` }).getAttribute('max')).toBe('3');
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('status').getByText(`Roll-out ${id} is paused.`).waitFor();
    await row.getByText('operator').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText(`Roll-out ${id} is running.`).waitFor();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
  });
  await rollout('cancel');
});

import type { Page } from 'playwright-core';

export const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Serial number, product or version' }).fill(text);

/** Searches for a device and selects it; resolves to its row. */
export async function select(page: Page, sn: string) {
  await search(page, sn);
  await page.getByRole('checkbox', { name: sn, exact: true }).check();
  return page.getByRole('row').filter({ hasText: sn });
}

export async function start(page: Page, firmware: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Firmware' }).selectOption({ label: firmware });
  await page.getByRole('button', { name: 'Start' }).click();
}

export const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Starts once more; the answer does not come from the stage. */
export async function startAnswered(page: Page, status: number, message: string): Promise<void> {
  await page.route('**/start', (route) => route.fulfill({ status, json: { message } }), { times: 1 });
  await page.getByRole('button', { name: 'Start' }).click();
}

/** Makes the page take its tab for hidden, or for visible again. */
export const turn = (page: Page, to: 'hidden' | 'visible') =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${String(to === 'hidden')}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

/** Takes the screenshot of the home page for README.md: upgrades of the demo fleet under way, on a fresh local stage. */
import { fileURLToPath } from 'node:url';
import { synthesiseDev } from '../../assembly.ts';
import { devicesOfStage, type SimulatedDevices } from '../../simulated-devices/simulate-devices.ts';
import { startStage } from '../../stage.ts';
import { startChromium } from './chromium.ts';

const PICTURE = fileURLToPath(new URL('../../../../docs/images/home-page.png', import.meta.url));
const PORT = 3000;

/** Pixels. */
const VIEWPORT = { width: 1280, height: 940 };

/** Chosen so that one of the first devices fails. */
const SIMULATION = { seed: 1, fail: 0.4, silent: 0, seconds: 10 };

await using scope = new AsyncDisposableStack();
const browser = await startChromium(scope);
const assembly = await synthesiseDev(scope);
const devices = Promise.withResolvers<SimulatedDevices>();
const stage = await startStage(scope, {
  assembly,
  port: PORT,
  pages: true,
  onEvent: (event) => {
    void devices.promise.then(({ onEvent }) => {
      onEvent(event);
    });
  },
});
const simulated = devicesOfStage(stage, SIMULATION, () => undefined);
scope.defer(() => simulated.close());
devices.resolve(simulated);

const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light', locale: 'en-GB' });
await page.goto(stage.url);

async function startOn(firmware: string, sns: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'Firmware' }).selectOption({ label: firmware });
  for (const name of sns) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: /^Start on/ }).click();
  await page.getByRole('status').getByText('SUCCESS').waitFor();
}

await startOn('41: 1.8.2 for 7-1-1.0', ['B702190930009', 'B702190930010', 'B702190930011']);
await page.locator('td .failed').first().waitFor();
await page.locator('td .running').first().waitFor({ state: 'detached' });
await page.getByRole('button', { name: 'Select none' }).click();
await startOn('21: 2.4.0 for 3-2-1.0', ['A302190930002', 'A302190930003', 'A302190930004']);
await page.locator('progress[value="40"]').first().waitFor();
await page.mouse.move(0, 0);
await page.evaluate('scrollTo(0, 0)');
await page.screenshot({ path: PICTURE });

/** Measures whether the home page stays responsive: a large fleet, many upgrades under way, and somebody using the page. */
import type { Page } from 'playwright-core';
import { newCommand, runCommand, wholeNumber } from '../../../command-line.ts';
import { startChromium } from '../screenshot/chromium.ts';
import { startBusyFleet } from './busy-fleet.ts';
import { held, longestTask } from './traced-page.ts';

const LONGEST_TASK_MS = 200;

/** Bytes by which the JavaScript heap may grow after the first minute. */
const GROWTH_BYTES = 1_000_000;

/** Keeps upgrades under way until the last minute has ended. */
const MORE_MINUTES = 5;

/** Pause between two actions on the page. */
const STEP_MS = 3_000;

/** The actions of an operator in one round. */
async function browse(page: Page): Promise<void> {
  const steps = [
    () => page.getByRole('radio', { name: 'running' }).check(),
    () => page.getByRole('button', { name: 'Next' }).click(),
    () => page.getByRole('searchbox').fill('F0001'),
    () => page.getByRole('searchbox').fill(''),
    () => page.getByRole('radio', { name: 'all' }).check(),
    () => page.getByRole('checkbox', { name: 'All devices of this page' }).click(),
    () => page.getByRole('button', { name: 'Select none' }).click(),
  ];
  for (const step of steps) {
    await step();
    await page.waitForTimeout(STEP_MS);
  }
}

/** Resolves to the exit code. */
async function measure(options: { devices: number; upgrades: number; minutes: number }): Promise<number> {
  await using scope = new AsyncDisposableStack();
  const stage = await startBusyFleet(scope, { ...options, seconds: (options.minutes + MORE_MINUTES) * 60 });
  const browser = await startChromium(scope);
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(stage.url);
  await page.getByText(/^Page 1 of/).waitFor();
  const minutes = [];
  for (let minute = 0; minute <= options.minutes; minute += 1) {
    const end = Date.now() + 60_000;
    const task = await longestTask(browser, page, async () => {
      while (Date.now() < end) await browse(page);
    });
    const now = { ...task, ...(await held(session)) };
    const { wallMs, cpuMs, heapBytes, nodes } = now;
    const shares = `longest task ${wallMs.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of processor)`;
    const running = await page.locator('.choice.running b').innerText();
    console.log(
      `Minute ${String(minute)}: ${running} running, ${shares}, ${(heapBytes / 1e6).toFixed(2)} MB, ${String(nodes)} nodes`,
    );
    minutes.push(now);
  }
  const [first, last] = [minutes[0], minutes.at(-1)];
  const growth = (last?.heapBytes ?? 0) - (first?.heapBytes ?? 0);
  const slowest = Math.max(...minutes.map(({ wallMs }) => wallMs));
  console.log(`Longest task ${slowest.toFixed(0)} ms; memory grew by ${(growth / 1e6).toFixed(2)} MB`);
  return slowest <= LONGEST_TASK_MS && growth <= GROWTH_BYTES ? 0 : 1;
}

const command = newCommand(
  'node tools/stage/page/fluency/main.ts',
  'Measures the home page of a local stage with a large fleet, in a real browser.',
  '0 no task is long and memory stays flat, 1 otherwise',
)
  .option('--devices <number>', 'devices of the fleet', wholeNumber(1, 999_999), 10_000)
  .option('--upgrades <number>', 'upgrades that are under way', wholeNumber(1, 10_000), 1_000)
  .option('--minutes <number>', 'how long, after a first minute', wholeNumber(1, 999), 5)
  .action(async (options) => {
    process.exitCode = await measure(options);
  });
await runCommand(command);

/** Takes the picture of the reference page that README.md shows: the first upgrade of the demo, on a fresh local stage. */
import { fileURLToPath } from 'node:url';
import { synthesiseDev } from '../../assembly.ts';
import { startStage } from '../../stage.ts';
import { startChromium } from './chromium.ts';
import { TriedOperation } from './tried-operation.ts';

const PICTURE = fileURLToPath(new URL('../../../../docs/images/reference-page.png', import.meta.url));
const PORT = 3000;

/** Pixels, so that the answer is seen to its end. */
const VIEWPORT = { width: 1280, height: 900 };

await using scope = new AsyncDisposableStack();
const browser = await startChromium(scope);
const assembly = await synthesiseDev(scope);
const stage = await startStage(scope, { assembly, port: PORT, pages: true });
const page = await browser.newPage({ viewport: VIEWPORT });
await page.goto(`${stage.url}/docs`);
const startUpgrade = await TriedOperation.open(page, 'startUpgrade');
await startUpgrade.execute();
await page.mouse.move(0, 0);
await page.evaluate('scrollTo(0, 0)');
await page.screenshot({ path: PICTURE });

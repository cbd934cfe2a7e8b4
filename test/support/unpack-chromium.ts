/** Unpacks the browser that comes from npm into the temporary folder of this process. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();

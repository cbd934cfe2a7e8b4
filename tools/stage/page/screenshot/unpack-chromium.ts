/** Unpacks the browser that comes from npm into the temporary folder of this process, and prints its path. */
import chromium from '@sparticuz/chromium';

console.log(await chromium.executablePath());

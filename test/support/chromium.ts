import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import project from '../../package.json' with { type: 'json' };

const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";

/**
 * Starts a headless Chromium with an empty profile, which ends with the scope: the one that the variable CHROMIUM
 * names, or the one from npm.
 */
export async function startChromium(scope: AsyncDisposableStack): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await unpackedChromium());
  // Containers do not allow the sandbox, and only our own pages are opened.
  const args = ['--disable-gpu', '--no-zygote'];
  const browser = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args });
  scope.defer(() => browser.close());
  return browser;
}

/** Kept for the next time, as unpacking takes seconds. */
const FOLDER = fileURLToPath(
  new URL(`../../.local/chromium-${project.devDependencies['@sparticuz/chromium']}`, import.meta.url),
);

/** Path of the browser from npm. */
async function unpackedChromium(): Promise<string> {
  if (!existsSync(FOLDER)) await unpack();
  return join(FOLDER, 'chromium');
}

/**
 * In its own process, since the package unpacks to the temporary folder of the process, and trusts what it finds there.
 * Into a new folder, since others may do the same now: the first to end wins.
 */
async function unpack(): Promise<void> {
  await mkdir(dirname(FOLDER), { recursive: true });
  const folder = await mkdtemp(`${FOLDER}-`);
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: folder };
  await promisify(execFile)(process.execPath, ['--eval', UNPACK], { cwd: import.meta.dirname, env });
  await rename(folder, FOLDER).catch(() => rm(folder, { recursive: true }));
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

/** Only the pages that it is told to open use the network. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-zygote',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/**
 * Starts a headless Chromium with an empty profile, which ends with the scope: the one that the variable CHROMIUM
 * names, or the one from npm.
 */
export async function startChromium(scope: AsyncDisposableStack, flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await unpackChromium(scope));
  // Containers do not allow the sandbox, and only our own pages are opened.
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: [...FLAGS, ...flags],
  });
  scope.defer(() => browser.close());
  return browser;
}

/** In its own process, since the package unpacks to the temporary folder of the process, and trusts what it finds there. */
async function unpackChromium(scope: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [UNPACK], { env });
  return stdout.trim();
}

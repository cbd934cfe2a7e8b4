import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';

/** As Debian's package installs it. */
const USUAL_PATH = '/usr/bin/chromium';

/** Nothing but the pages that it is told to open goes over the network. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium with an empty profile, which goes when it is closed. Throws an error of one line when there is
 * none at the path that the variable CHROMIUM names, or at the usual one.
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? USUAL_PATH;
  await requireExecutable(executablePath);
  // Containers do not allow the sandbox, and it is our own pages that are opened.
  return chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: FLAGS });
}

async function requireExecutable(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK);
  } catch {
    throw new Error(
      `There is no Chromium at ${path}: install one, for example Debian's package chromium, or let CHROMIUM name its path.`,
    );
  }
}

/** The walk through the fleet tool in its README, run as it stands there. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { fleetProgram } from '../../../../tools/operate/fleet/fleet-program.ts';
import { FLEET, home } from '../../../support/fleet.ts';
import { storedUpgrade } from '../../../support/stage.ts';

const readme = readFileSync(new URL('../../../../tools/operate/fleet/README.md', import.meta.url), 'utf8');
const walk = /^```sh\n(?<script>[^]+?)^```$/m.exec(readme)?.groups?.['script'] ?? '';

/** Stands in for npm, which would look for the project in the folder of the test. */
const npm = `set -e; npm() { [ "$1 $2 $3 $4" = "run --silent fleet --" ]; shift 4; "${process.execPath}" "${FLEET}" "$@"; }`;

test('a stranger gets from nothing to an upgrade, its end, and the next', async () => {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${npm}\n${walk}`], { cwd: home, env });
  const lines = stdout.replace(/ +/g, ' ').split('\n');
  for (const sn of ['DOC-1', 'DOC-2']) {
    const told = lines.filter((line) => line.startsWith(`${sn} `) && /SUCCESS|REPEAT/.test(line));
    // Foreseen, started, repeated; and started again once it had ended.
    expect(told).toEqual([`${sn} 0 SUCCESS`, `${sn} 0 SUCCESS`, `${sn} 1 REPEAT`, `${sn} 0 SUCCESS`]);
  }
  expect(lines.filter((line) => line.startsWith('line '))).toEqual(Array(2).fill('line 4: familyId is invalid'));
  expect(lines).toContain('4 RTMP not configured: streamKey missing, userName missing, password missing');
  expect(lines).toContain('3');
  expect(await storedUpgrade('DOC-3')).toMatchObject({ state: 'requested', firmwareId: 8100 });
}, 120_000);

test.each(leavesOf(fleetProgram()).map((words) => [words]))('"%s" stands there', (words) => {
  expect(readme).toContain(`| \`${words}`);
  expect(walk).toContain(`npm run --silent fleet -- ${words}`);
});

/** The words of each command that does something. */
function leavesOf({ commands }: CommandUnknownOpts): string[] {
  return commands.flatMap((group) => group.commands.map((command) => `${group.name()} ${command.name()}`));
}

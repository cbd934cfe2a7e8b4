import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { fleetProgram, runFleet } from '../../../../../tools/operate/fleet/fleet-program.ts';
import { durationSeconds, fileUri, firmwareVersion } from '../../../../../tools/operate/fleet/option-values.ts';

let errors = '';
beforeEach(() => {
  errors = '';
  process.env['FLEET_SID'] = process.env['FLEET_UID'] = '';
  const collect = (text: unknown) => (errors += String(text)) !== '';
  jest.spyOn(process.stderr, 'write').mockImplementation(collect);
  jest.spyOn(console, 'error').mockImplementation((text) => void collect(`${String(text)}\n`));
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = 0;
});

/** All commands and groups of commands. */
function commandsIn({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => [command, ...commandsIn(command)]);
}

test('the help of every command names the options that all have', () => {
  for (const command of commandsIn(fleetProgram())) {
    expect(command.helpInformation()).toMatch(/^Usage: fleet [^]+--stage <name>[^]+--json/);
  }
});

const product = ['--family', '3', '--model', '2', '--hardware', '1.0'];
const put = ['device', 'put', 'A1', ...product, '--firmware-version'];
const upgrade = (name: string) => ['upgrade', name, '--sid', 'SECRET', '--uid', 'ann', '--firmware', '21'];
const add = ['firmware', 'add', 'file', '--id', '9', ...product, '--version', '1', '--location'];

describe('Invalid arguments', () => {
  test.each<string[]>([
    ['no-such-group'],
    ['device', 'no-such-command'],
    ['device', 'show'],
    ['device', 'show', '../A1'],
    ['device', 'show', 'A1', 'SECRET'],
    ['device', 'show', 'A1', '--secret=SECRET'],
    ['device', 'list', '--stage'],
    ['device', 'list', '--jso'],
    ['device', 'put', 'A1'],
    [...put, ' '],
    [...put.with(4, '3.5'), '1'],
    [...put.with(4, '-3'), '1'],
    [...put, '1', '--online', 'maybe'],
    ['device', 'import'],
    ['device', 'import', 'file', '--from', '0'],
    ['device', 'import', 'file', '--format', 'xml'],
    ['session', 'create'],
    ['session', 'create', '--user', ' '],
    ['session', 'create', '--user', 'a'.repeat(257)],
    ['session', 'create', '--user', 'ann', '--ttl', '8'],
    ['session', 'create', '--user', 'ann', '--ttl', '31d'],
    ['session', 'list'],
    ['session', 'revoke', 'SECRET'],
    ['session', 'revoke', '--hash', 'SECRET'],
    ['session', 'revoke', '--hash', 'a'.repeat(64), '--user', 'ann'],
    ['session', 'revoke', '--user', ' '],
    ['firmware', 'add', 'file'],
    [...add, 'nonsense'],
    [...add, 'https://ann:SECRET@example.com/f.bin'],
    [...add, 'https://example.com/f.bin?signature=SECRET'],
    [...add.with(-2, 'one "two"'), 's3://firmwares/1.bin'],
    [...add.with(6, '-3'), 's3://firmwares/1.bin'],
    ['firmware', 'withdraw', '1.5'],
    ['firmware', 'restore', '0'],
    ['upgrade', 'start', '--firmware', '21'],
    ['upgrade', 'start', 'A1'],
    ['upgrade', 'start', 'A1', '-A2', '--firmware', '21'],
    ['upgrade', 'start', 'A1', '--firmware', '0'],
    ['upgrade', 'start', 'A1', '--firmware', '21'],
    ['upgrade', 'start', 'A1', '--firmware', '21', '--sid', 'SECRET'],
    ['upgrade', 'start', 'A1', '--firmware', '21', '--uid', 'ann'],
    [...upgrade('start')],
    [...upgrade('start'), 'A1', '--all'],
    [...upgrade('cancel'), '--all', '--file', 'list.txt'],
    [...upgrade('cancel'), '-', 'A1'],
    [...upgrade('start'), 'A1', '--family', '3'],
    [...upgrade('watch'), 'A1'],
    [...upgrade('status').slice(0, -2)],
    ['upgrade', 'watch'],
    ['upgrade', 'list', '--state', 'odd'],
    ['upgrade', 'fail', 'A1'],
    ['upgrade', 'fail', 'A1', '--reason', ' '],
    ['upgrade', 'fail', 'A1', '--reason', 'a'.repeat(257)],
  ])('end with exit code 2 and one line: %s %s %s %s %s', async (...args) => {
    await runFleet(args);
    expect([process.exitCode, errors]).toEqual([2, expect.stringMatching(/^error: [^\n]+\n$/)]);
    expect(errors).not.toContain('SECRET');
  });

  test.each([[[]], [['device']]])('are answered with the help when there is no command: %j', async (args) => {
    await runFleet(args);
    expect([process.exitCode, errors]).toEqual([2, expect.stringContaining('Usage: fleet ')]);
  });
});

test('a duration is a whole number and a unit', () => {
  const durations = ['1s', '90s', '30m', '8h', '7d', '30d'];
  expect(durations.map(durationSeconds)).toEqual([1, 90, 1_800, 28_800, 604_800, 2_592_000]);
});

test.each(['', 'h', '0h', '-1h', '1.5h', '8H', '8 h', '1h30m', '9999999999s', '8w', '31d', '8toString'])(
  '"%s" is no duration',
  (text) => {
    expect(() => durationSeconds(text)).toThrow('A duration is');
  },
);

test.each(['s3://firmwares/3-2-1.0/2.4.0.bin', 'https://example.com/f%20(1).bin'])('%s is a URI', (text) => {
  expect(fileUri(text)).toBe(text);
});

test.each([
  ...['', '/srv/f.bin', 'C:\\f.bin', 'localhost:80', 's3:// f', `s3://${'f'.repeat(2_048)}`],
  ...['https://h/f?X-Amz-Signature=1', 'https://ann@h/f', 'https://:secret@h/f', 'https://h/f#1'],
  ...['s3://b/"f"', 's3://b/\\f', 's3://b/ü', 's3://b/f\u0007'],
])('"%s" is no URI that events may carry', (text) => {
  expect(() => fileUri(text)).toThrow('--location must be a URI');
});

test.each(['2.4.0', 'R7 (beta), für alle', 'v'.repeat(256)])('"%s" is a version', (text) => {
  expect(firmwareVersion(text)).toBe(text);
});

test.each(['', ' ', 'one "two"', 'one\\two', 'one\ntwo', 'one\u202Etwo', 'v'.repeat(257)])(
  '%j is no version that events may carry',
  (text) => {
    expect(() => firmwareVersion(text)).toThrow('A version has');
  },
);

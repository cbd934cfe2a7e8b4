import { expect, test } from '@jest/globals';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { fileUri, firmwareVersion, secondsUpTo } from '../../../../tools/operate/fleet/option-values.ts';
import { newCommand } from '../../../../tools/command-line.ts';
import { Ending } from '../../../../tools/ending.ts';
import { errorPrinter, exitCodeOf, type Program } from '../../../../tools/run-program.ts';
import { fleet, fleetProgram } from '../../../support/fleet.ts';
import { runLine } from '../../../support/programs.ts';
import { runProgram } from '../../../support/run-program.ts';

/** All commands and groups of commands. */
function commandsIn({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => [command, ...commandsIn(command)]);
}

test('the help of every command names the options that all have', () => {
  for (const command of commandsIn(fleetProgram())) {
    expect(command.helpInformation()).toMatch(/^Usage: fleet [^]+--stage <name>[^]+--json/);
  }
});

const SESSION = '--sid SECRET --uid ann --firmware 21';
const PRODUCT = '--family 3 --model 2 --hardware 1.0';
const add = `fleet firmware add file --id 9 ${PRODUCT} --version 1 --location`;

const URL = '--url https://stage.example.com';
const WHOLE = `${URL} --admin-sid SECRET --admin-uid ann --sn A1 --firmware-id 21`;
const eventsOf = 'events absent.json --template absent.json --bus bus';

test.each([
  // Arguments that may be secrets are not repeated.
  'fleet device show A1 SECRET',
  'fleet device show A1 --secret=SECRET',
  'fleet session revoke --hash SECRET',
  `${add} https://example.com/f.bin?signature=SECRET`,
  'fleet upgrade start A1 --firmware 21 --sid SECRET',
  'smoke --url https://ann:SECRET@host',
  // Cookies would go in the clear.
  'smoke --url http://SECRET.example.com --sid x --uid ann',
  `conformance ${WHOLE.replace('https', 'http')}`,
  `smoke ${URL} --sid SECRET`,
  `conformance ${WHOLE} --user-sid SECRET`,
  // What the tools check itself.
  'fleet device show ../A1',
  `fleet device put A1 --family 3.5 --model 2 --hardware 1.0 --firmware-version 1`,
  `fleet device put A1 ${PRODUCT} --firmware-version \u00A0`,
  `fleet device put A1 ${PRODUCT} --firmware-version 1.0 --online maybe`,
  'fleet device import file --from 0',
  `fleet session create --user ${'a'.repeat(257)}`,
  'fleet session create --user ann --ttl 31d\u001B[2J\u009B\u202E',
  'fleet device show A1\u2028A2',
  'fleet session revoke --hash SECRET --user ann',
  'fleet upgrade start A1 --firmware 21',
  'fleet upgrade start A1 -A2 --firmware 21',
  'fleet upgrade start A1 --firmware 21 --uid ann',
  `fleet upgrade start ${SESSION}`,
  `fleet upgrade start ${SESSION} A1 --all`,
  `fleet upgrade cancel ${SESSION} --all --file list.txt`,
  `fleet upgrade cancel ${SESSION} - A1`,
  `fleet upgrade start ${SESSION} A1 --family 3`,
  `fleet upgrade start ${SESSION} A1 --firmware 21 --state odd`,
  'fleet upgrade list --not-installed',
  `fleet upgrade watch ${SESSION} A1`,
  'fleet upgrade status --sid SECRET --uid ann',
  'fleet upgrade watch',
  'fleet upgrade finish "A1',
  'fleet upgrade fail "" --reason none',
  `fleet upgrade fail A1 --reason ${'a'.repeat(257)}`,
  ...['waves 10,5', 'waves 5;9', 'waves 0%', 'between 90s', 'between 8d', 'stop 0%', 'stop 5', 'wait 1m'].map(
    (plan) => `fleet rollout create r ${SESSION} A1 --${plan}`,
  ),
  `fleet rollout create r/1 ${SESSION} A1`,
  `fleet rollout create r ${SESSION}`,
  'fleet rollout resume r --sid SECRET --uid ann',
  'fleet rollout status r --sid SECRET --uid ann --state odd',
  'fleet rollout retry r --sid SECRET --uid ann --states running',
  'smoke',
  `smoke ${URL} --sn A1`,
  `smoke ${URL} --sid x --uid ann --start --sn A1`,
  `conformance ${URL} --sn A1 --firmware-id 21`,
  ...['', 'null', '-1', '1e3', '0x1', '1.0'].map((number) => `${eventsOf} --first ${number} --last 99999`),
  `${eventsOf} --first 1 --last 1e3`,
  // As texts they would be in order; an empty list would say that there is nothing to send.
  `${eventsOf} --first 102 --last 98`,
])('invalid arguments end with exit code 2 and one line, which repeats no secret: %s', async (command) => {
  const { code, stdout, stderr } = await runLine(command);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error: [^\n]+\n$/)]);
  expect(stderr).not.toContain('SECRET');
  const asJson = await runLine(`${command} --json`);
  expect([asJson.code, asJson.stdout, JSON.parse(asJson.stderr)]).toEqual([2, '', { error: expect.any(String) }]);
  expect(asJson.stderr).not.toContain('SECRET');
  expect(stderr.trimEnd()).not.toMatch(/\p{C}|\p{Zl}/u);
});

test.each([[[]], [['device']]])('the help answers when there is no command: %j', async (args) => {
  const { code, stderr } = await fleet(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: fleet ')]);
  expect(JSON.parse((await fleet([...args, '--json'])).stderr)).toEqual({ error: expect.stringContaining('Which') });
});

test('a signal that comes when all is done is told as well as seen by the exit code', async () => {
  const ending = new Ending();
  const interrupt = () => {
    ending.interrupt('SIGHUP');
  };
  // Twice: after what there is to say was looked for, and before the end.
  const command = newCommand('done', 'Does nothing.', '0').action(() => void setImmediate(setImmediate, interrupt));
  const program: Program = (args, streams) => exitCodeOf(command, args, errorPrinter(args, streams), streams);
  const stderr = 'error: Interrupted by SIGHUP; all is done, but it could not be told\n';
  expect(await runProgram(program, [], { ending })).toEqual({ code: 129, stdout: '', stderr });
});

test('a duration is a whole number and a unit', () => {
  const durations = ['1s', '90s', '30m', '8h', '7d', '30d'];
  expect(durations.map(secondsUpTo(30))).toEqual([1, 90, 1_800, 28_800, 604_800, 2_592_000]);
  expect(() => secondsUpTo(24)('25d')).toThrow('at most 24d');
});

const URIS = ['s3://firmwares/3-2-1.0/2.4.0.bin', 'https://example.com/f%20(1).bin'];
const VERSIONS = ['2.4.0', 'R7 (beta), für alle', 'v'.repeat(256)];

test('a location is a URI, and a version a visible text, that events may carry', () => {
  expect([URIS.map(fileUri), VERSIONS.map(firmwareVersion)]).toEqual([URIS, VERSIONS]);
});

test.each([
  ...['', 'h', '0h', '-1h', '1.5h', '8H', '8 h', '1h30m', '9999999999s', '8w', '31d', '8toString'].map(
    (text) => ['duration', text, secondsUpTo(30), 'A duration is'] as const,
  ),
  ...[
    ...['', '/srv/f.bin', 'C:\\f.bin', 'localhost:80', 's3:// f', `s3://${'f'.repeat(2_048)}`],
    ...['https://h/f?X-Amz-Signature=1', 'https://ann@h/f', 'https://:secret@h/f', 'https://h/f#1'],
    ...['s3://b/"f"', 's3://b/\\f', 's3://b/ü', 's3://b/f\u0007'],
  ].map((text) => ['location', text, fileUri, '--location must be a URI'] as const),
  ...['', ' ', 'one "two"', 'one\\two', 'one\ntwo', 'one\u202Etwo', 'v'.repeat(257)].map(
    (text) => ['version', text, firmwareVersion, 'A version has'] as const,
  ),
])('no %s is %j', (_what, text, parse, message) => {
  expect(() => parse(text)).toThrow(message);
});

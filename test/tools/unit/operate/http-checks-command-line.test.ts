/** The command lines of the smoke check and the conformance suite: one clear line and exit code 2 for invalid arguments. */
import { describe, expect, test } from '@jest/globals';
import { runTool } from '../../../support/run-tool.ts';

const url = ['--url', 'https://stage.example.com'];
const admin = ['--sid', 'SECRET', '--uid', 'ann'];
const device = ['--sn', 'A1', '--firmware-id', '21'];
const whole = [...url, '--admin-sid', 'SECRET', '--admin-uid', 'ann', ...device];

/** Secrets in the environment must not make an invalid command line valid. */
const names = ['SMOKE', 'CONFORMANCE_ADMIN', 'CONFORMANCE_USER'].flatMap((name) => [`${name}_SID`, `${name}_UID`]);
const variables = Object.fromEntries(names.map((name) => [name, '']));

describe.each<[string, [string, string[]][]]>([
  [
    'smoke',
    [
      ['without a URL', []],
      ['with a URL that is none', ['--url', 'stage']],
      ['with a URL of another kind', ['--url', 'ftp://host']],
      ['with a URL that carries a password', ['--url', 'https://ann:SECRET@host']],
      ['with a URL that carries a query', ['--url', 'https://host/?key=SECRET']],
      ['with an unknown option', [...url, '--sids=SECRET']],
      ['with a session id without its user', [...url, '--sid', 'SECRET']],
      ['with a user without the session id', [...url, '--uid', 'ann']],
      ['with a device without a session', [...url, '--sn', 'A1']],
      ['with an impossible serial number', [...url, ...admin, '--sn', '../A1']],
      ['with an impossible firmware', [...url, ...admin, '--sn', 'A1', '--firmware-id', '1.5']],
      ['with no firmware to start', [...url, ...admin, '--start', '--sn', 'A1']],
      ['with no device to start it on', [...url, ...admin, '--start', '--firmware-id', '21']],
      ['with an endless time-out', [...url, '--timeout', '0']],
    ],
  ],
  [
    'conformance',
    [
      ['without anything', []],
      ['without a session', [...url, ...device]],
      ['without a device', whole.slice(0, 6)],
      ['without a firmware', whole.slice(0, 8)],
      ['with half a session of a user', [...whole, '--user-sid', 'SECRET']],
      ['with an impossible other device', [...whole, '--other-sn', '../A1']],
    ],
  ],
])('%s', (tool, invalid) => {
  test.each(invalid)('%s exits with 2 and one line', async (_what, args) => {
    const { code, output, complaint } = await runTool(`operate/${tool}`, args, { variables });
    expect([code, output, complaint]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
    expect(complaint).not.toContain('SECRET');
  });
});

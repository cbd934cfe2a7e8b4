/** The command line of the post-deploy check: one clear line and exit code 2 for what makes no sense. */
import { describe, expect, test } from '@jest/globals';
import { smoke } from '../../../support/smoke.ts';

const url = ['--url', 'https://stage.example.com'];
const admin = ['--sid', 'SECRET', '--uid', 'ann'];

describe('A command line that makes no sense', () => {
  test.each<[string, string[]]>([
    ['without a URL', []],
    ['with a URL that is none', ['--url', 'stage']],
    ['with a URL of another kind', ['--url', 'ftp://host']],
    ['with a URL that carries a password', ['--url', 'https://ann:SECRET@host']],
    ['with a URL that carries a query', ['--url', 'https://host/?key=SECRET']],
    ['with an unknown option', [...url, '--sids=SECRET']],
    ['with an option that lacks its value', [...url, '--sid']],
    ['with an option for a value', [...url, '--sid', '--uid', 'ann']],
    ['with an argument too many', [...url, '--uid', 'ann', 'SECRET']],
    ['with half a session', [...url, '--sid', 'SECRET']],
    ['with the other half', [...url, '--uid', 'ann']],
    ['with a device without a session', [...url, '--sn', 'A1']],
    ['with a device that can be none', [...url, ...admin, '--sn', '../A1']],
    ['with a firmware that can be none', [...url, ...admin, '--sn', 'A1', '--firmware-id', '1.5']],
    ['with nothing to start', [...url, ...admin, '--start']],
    ['with half of what to start', [...url, ...admin, '--start', '--sn', 'A1']],
    ['with the other half of it', [...url, ...admin, '--start', '--firmware-id', '21']],
    ['with an endless time-out', [...url, '--timeout', '0']],
  ])('%s exits with 2 and one line', async (_what, args) => {
    const { code, output, complaint } = await smoke(...args);
    expect([code, output, complaint]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
    expect(complaint).not.toContain('SECRET');
  });

  test('may ask for help', async () => {
    expect(await smoke('--help')).toEqual({ code: 0, output: expect.stringContaining('--start'), complaint: '' });
  });
});

/** The fleet tool's command line: help for every command, one clear line and exit code 2 for what makes no sense. */
import { describe, expect, test } from '@jest/globals';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { fleetProgram } from '../../../../tools/operate/fleet/fleet-program.ts';
import { emptyFolder, fleet, folderOf } from '../../../support/fleet.ts';
import { stage } from '../../../support/stage.ts';

/** All commands and groups of commands, by their words. */
function commandsIn({ commands }: CommandUnknownOpts, before: string[] = []): string[][] {
  return commands.flatMap((command) => {
    const words = [...before, command.name()];
    return [words, ...commandsIn(command, words)];
  });
}

const product = ['--family', '3', '--model', '2', '--hardware', '1.0'];

describe('Help', () => {
  test.each([[[] as string[]], ...commandsIn(fleetProgram()).map((words) => [words])])(
    'is there: %j',
    async (words) => {
      const { code, output, complaint } = await fleet([...words, '--help'], { folder: emptyFolder() });
      expect([code, complaint]).toEqual([0, '']);
      expect(output).toMatch(new RegExp(`^Usage: ${['fleet', ...words].join(' ')} [^]+--stage <name>[^]+--json`));
    },
  );
});

describe('A command line that makes no sense', () => {
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
    ['device', 'put', 'A1', ...product, '--firmware-version', ' '],
    ['device', 'put', 'A1', ...product.with(1, '3.5'), '--firmware-version', '1'],
    ['device', 'put', 'A1', ...product, '--firmware-version', '1', '--online', 'maybe'],
    ['device', 'import'],
    ['device', 'import', 'file', '--from', '0'],
    ['device', 'import', 'file', '--format', 'xml'],
    ['session', 'create'],
    ['session', 'create', '--user', ' '],
    ['session', 'create', '--user', 'a'.repeat(257)],
    ['session', 'create', '--user', 'ann', '--ttl', '8'],
    ['session', 'create', '--user', 'ann', '--ttl', '366d'],
    ['session', 'list'],
    ['session', 'revoke'],
    ['session', 'revoke', 'SECRET'],
    ['session', 'revoke', '--hash', 'SECRET'],
    ['firmware', 'add', 'file'],
    ['firmware', 'withdraw', '1.5'],
    ['upgrade', 'start', '--firmware', '21'],
    ['upgrade', 'start', 'A1'],
    ['upgrade', 'start', 'A1', '--firmware', '0'],
    ['upgrade', 'start', 'A1', '--firmware', '21'],
    ['upgrade', 'start', 'A1', '--firmware', '21', '--sid', 'SECRET'],
    ['upgrade', 'start', 'A1', '--firmware', '21', '--uid', 'ann'],
    ['upgrade', 'list', '--state', 'odd'],
    ['upgrade', 'fail', 'A1'],
    ['upgrade', 'fail', 'A1', '--reason', ' '],
    ['upgrade', 'fail', 'A1', '--reason', 'a'.repeat(257)],
  ])('exits with 2 and one line: %s %s %s %s %s', async (...args) => {
    const { code, output, complaint } = await fleet(args);
    expect([code, output, complaint]).toEqual([2, '', expect.stringMatching(/^error: [^\n]+\n$/)]);
    expect(complaint).not.toContain('SECRET');
  });

  test.each([[[]], [['device']]])('asks for a command: %j', async (args) => {
    const { code, output, complaint } = await fleet(args);
    expect([code, output, complaint]).toEqual([2, '', expect.stringContaining('Usage: fleet ')]);
  });
});

describe('Without a stage', () => {
  test.each([
    ['none was started', () => emptyFolder()],
    ['its description is none', () => folderOf({ url: stage.url })],
  ])('one line says so: %s', async (_why, folder) => {
    const run = await fleet(['device', 'list'], { folder: folder() });
    expect(run).toEqual({
      code: 1,
      output: '',
      complaint: expect.stringMatching(/^error: No local stage runs here[^\n]+\n$/),
    });
  });

  test('that answers, one line says so', async () => {
    const folder = folderOf({ ...stage, dynamodbEndpoint: 'http://127.0.0.1:1' });
    const run = await fleet(['firmware', 'list'], { folder });
    expect(run).toEqual({
      code: 1,
      output: '',
      complaint: expect.stringMatching(/^error: [^\n]*ECONNREFUSED[^\n]*\n$/),
    });
  });

  test('machines are told too', async () => {
    const { complaint } = await fleet(['device', 'list', '--json'], { folder: emptyFolder() });
    expect(JSON.parse(complaint)).toEqual({ error: expect.stringContaining('npm start') });
  });
});

test('nothing is coloured where there is no terminal', async () => {
  const runs = [await fleet(['device', 'servers', 'A302190930002']), await fleet(['firmware', 'list'])];
  for (const { output, complaint } of runs) expect(output + complaint).not.toContain('\u001B');
});

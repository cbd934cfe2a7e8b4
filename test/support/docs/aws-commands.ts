import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { AwsCall } from './run.ts';

/** AWS's command line as a Python program: loaded once for all commands, as each start of `aws` takes a second. */
const DRIVER = `
import json, sys
from awscli.clidriver import create_clidriver
driver = create_clidriver()
sys.exit(max(driver.main(args + ['--generate-cli-skeleton']) for args in json.loads(sys.argv[1])))
`;

/** The Python that `aws` itself runs on; undefined where there is none. */
function pythonOfAws(): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'readlink -f "$(pyenv which aws 2>/dev/null || command -v aws)"'], {
    encoding: 'utf8',
  });
  const python = stdout.trim() === '' ? undefined : /^#!(\S+)/.exec(readFileSync(stdout.trim(), 'utf8'))?.[1];
  return python !== undefined && spawnSync(python, ['-c', 'import awscli.clidriver']).status === 0 ? python : undefined;
}

const python = pythonOfAws();

/** Whether an option belongs to the command, and not to every command. */
const isOwn = (option: string) => option !== 'query' && option !== 'output';

/** Tests the commands that the blocks before have called: no value was empty, and AWS's own tool knows each of them. */
export function testAwsCommands(calls: () => AwsCall[], folder: string): void {
  test('No command is given an empty value, as by a name that no output has', () => {
    const empty = calls().filter(({ args }) => args.includes(''));
    expect(empty.map(({ operation }) => operation)).toEqual([]);
  });

  (python === undefined ? test.skip : test)(
    "AWS's command line knows each command and each option, where it is installed",
    async () => {
      expect(calls()).not.toEqual([]);
      const form = ({ operation, options }: AwsCall) =>
        `${operation} ${Object.keys(options).filter(isOwn).sort().join(' ')}`;
      const distinct = new Map(calls().map((call) => [form(call), call.args]));
      const asked = [...distinct.values()].filter(([, operation]) => operation !== 'wait');
      const { stdout } = await promisify(execFile)(python ?? '', ['-c', DRIVER, JSON.stringify(asked)], {
        cwd: folder,
      });
      expect(stdout).toMatch(/^(\{[^]*\}\s*)*$/);
    },
    120_000,
  );
}

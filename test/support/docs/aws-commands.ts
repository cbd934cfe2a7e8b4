import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { AwsCall } from './run.ts';

const hasAws = spawnSync('aws', ['--version'], { stdio: 'ignore' }).error === undefined;

/** Whether an option is of the command, and not of every command. */
const isOwn = (option: string) => option !== 'query' && option !== 'output';

/** Tests of the commands that the blocks before have called: no name was empty, and AWS's own tool knows each of them. */
export function testAwsCommands(calls: () => AwsCall[], folder: string): void {
  test('No command is given an empty value, as by a name that no output has', () => {
    const empty = calls().filter(({ args }) => args.includes(''));
    expect(empty.map(({ operation }) => operation)).toEqual([]);
  });

  (hasAws ? test : test.skip)(
    "AWS's command line knows each command and each option, where it is installed",
    async () => {
      expect(calls()).not.toEqual([]);
      const form = ({ operation, options }: AwsCall) =>
        `${operation} ${Object.keys(options).filter(isOwn).sort().join(' ')}`;
      const distinct = new Map(calls().map((call) => [form(call), call]));
      for (const { args } of distinct.values()) {
        if (args[1] === 'wait') continue;
        const { stdout } = await promisify(execFile)('aws', [...args, '--generate-cli-skeleton'], { cwd: folder });
        expect(stdout).toMatch(/^(\{[^]*\}\s*)?$/);
      }
    },
    120_000,
  );
}

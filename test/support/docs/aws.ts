/** A stand-in for AWS's command line in the blocks of a document: it runs in the test, which sees each call. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { answering } from './answering.ts';

/** A call of AWS's command line. */
export interface AwsCall {
  /** Service and operation: `dynamodb put-item`. */
  readonly operation: string;
  /** The value of each option, by its name without dashes. */
  readonly options: Readonly<Record<string, string>>;
  /** All its arguments, with the operation. */
  readonly args: readonly string[];
}

/** What an operation prints: text, or a value as JSON; or a function of its options that returns either. */
export type Answer = string | object | ((options: AwsCall['options']) => unknown);

/**
 * Starts the stand-in for a suite. An operation without an answer prints an empty line; an answer that throws is an error.
 * @returns the shell function `aws`, for the blocks, and all calls so far
 */
export async function standInForAws(answers: Readonly<Record<string, Answer>>) {
  const calls: AwsCall[] = [];
  const ask = await answering(async (args) => {
    const call = callOf(args.slice(0, -1));
    calls.push(call);
    const answer = answers[call.operation] ?? '';
    const printed: unknown = typeof answer === 'function' ? await answer(call.options) : answer;
    return `${typeof printed === 'string' ? printed : JSON.stringify(printed)}\n`;
  });
  const shell = `aws() { printf '%s\\0' "$@" | ${ask}; }`;
  return { shell, calls: calls as readonly AwsCall[] };
}

function callOf(args: readonly string[]): AwsCall {
  const [service = '', verb = '', ...rest] = args;
  const options = rest.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), rest[at + 1] ?? '']] : []));
  return { operation: `${service} ${verb}`, options: Object.fromEntries(options) as AwsCall['options'], args };
}

const PAGED = / (list-\w+|scan|query|filter-log-events|describe-(alarms|stack-events|query-definitions|log-groups))/;

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
  const found = "from importlib.util import find_spec; exit(find_spec('awscli.clidriver') is None)";
  return python !== undefined && spawnSync(python, ['-c', found]).status === 0 ? python : undefined;
}

/** Tests the calls of the blocks so far: no value was empty, and AWS's own tool knows each command and option. */
export function testAwsCalls(calls: readonly AwsCall[], folder: string): void {
  const python = pythonOfAws();

  // Otherwise it applies the query to each page apart: a slice or an index of a list is taken of each.
  test('What may come in pages is asked for as JSON', () => {
    const paged = calls.filter(({ operation }) => PAGED.test(operation));
    expect(paged.filter(({ options }) => options['output'] !== 'json').map(({ args }) => args.join(' '))).toEqual([]);
  });

  test('No command gets an empty value, as from an output that does not exist', () => {
    expect(calls.filter(({ args }) => args.includes('')).map(({ operation }) => operation)).toEqual([]);
  });

  (python === undefined ? test.skip : test)(
    "AWS's command line, where it is installed, knows each command and each option",
    async () => {
      expect(calls).not.toEqual([]);
      const distinct = new Map(calls.map((call) => [formOf(call), call.args]));
      // These two print no skeleton: one has no answer, the other writes it into a file.
      const asked = [...distinct.values()].filter(([, verb]) => verb !== 'wait' && verb !== 'invoke');
      const args = ['-c', DRIVER, JSON.stringify(asked)];
      const { stdout } = await promisify(execFile)(python ?? '', args, { cwd: folder });
      expect(stdout).toMatch(/^(\{[^]*\}\s*)*$/);
    },
  );
}

/** The operation and its own options, without those that every command has. */
function formOf({ operation, options }: AwsCall): string {
  const own = Object.keys(options).filter((option) => option !== 'query' && option !== 'output');
  return `${operation} ${own.sort().join(' ')}`;
}

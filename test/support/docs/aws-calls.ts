import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stage } from '../stage.ts';
import { shellIn } from './shell.ts';
import type { Rule } from './test-document.ts';

const STAND_IN = fileURLToPath(new URL('aws.ts', import.meta.url));

/** A call of AWS's command line. */
interface AwsCall {
  /** Service and operation: `dynamodb put-item`. */
  readonly operation: string;
  /** What follows each option, by its name without dashes. */
  readonly options: Readonly<Record<string, string>>;
}

/** Runs blocks that call AWS's command line with the stand-in for it. */
export function shellWithAws(folder: string, variables: Readonly<Record<string, string>> = {}) {
  const log = join(folder, 'aws-calls');
  const all = { ...variables, AWS_CALLS: log, AWS_ENDPOINT: stage.dynamodbEndpoint };
  const run: Rule = shellIn(folder, all, `aws() { "${process.execPath}" "${STAND_IN}" "$@"; }`);
  return { run, calls: () => readFileSync(log, 'utf8').trim().split('\n').map(callOf) };
}

function callOf(line: string): AwsCall {
  const [service, operation, ...rest] = JSON.parse(line) as string[];
  const entries = rest.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), rest[at + 1] ?? '']] : []));
  return {
    operation: `${service ?? ''} ${operation ?? ''}`,
    options: Object.fromEntries(entries) as AwsCall['options'],
  };
}

import { parseOptions } from '../../operate/http-checks/command-line.ts';
import { UsageError } from '../../operate/http-checks/usage-error.ts';
import { OPERATIONS, type Operation } from './stage/fuzz-stage.ts';

/** What the user wants tried. */
export interface FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  /** Odd records of each kind. */
  readonly records: number;
  readonly operations: readonly Operation[];
}

/** The options that a command line gives. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[]): FuzzOptions {
  const given = parseOptions(args, {
    seed: { type: 'string' },
    runs: { type: 'string', default: '100000' },
    records: { type: 'string', default: '1000' },
    operation: { type: 'string' },
  });
  return {
    seed: given.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('--seed', given.seed),
    runs: wholeNumber('--runs', given.runs),
    records: wholeNumber('--records', given.records),
    operations: given.operation === undefined ? OPERATIONS : [operationFrom(given.operation)],
  };
}

function operationFrom(name: string): Operation {
  const operation = OPERATIONS.find((known) => known === name);
  if (operation === undefined) throw new UsageError(`--operation is one of ${OPERATIONS.join(', ')}`);
  return operation;
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} is not a whole number`);
  return Number(text);
}

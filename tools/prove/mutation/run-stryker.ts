import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import * as v from 'valibot';
import { CommandError } from '../../command-line.ts';
import { readDocument } from '../../contract/openapi-file.ts';
import { synthesiseDev } from '../../stage/assembly.ts';
import { startStage } from '../../stage/stage.ts';
import type { Mutant } from './verdict.ts';

/** Where Stryker writes its results, and finds those of the run before. */
const RESULTS = '.local/mutation/results.json';
const CONFIG = { configFile: 'tools/prove/mutation/stryker.config.json', incremental: true, incrementalFile: RESULTS };
/** Unit tests take milliseconds, but for the model of roll-outs: one that takes seconds waits for what never comes. */
const UNIT_TESTS = {
  testMatch: ['<rootDir>/test/product/unit/**/*.test.ts'],
  testPathIgnorePatterns: ['rollout/invariants'],
  testTimeout: 5_000,
};

/**
 * Mutates the functions and runs the tests on each mutant: first the unit tests, which are fast, then, on the mutants that
 * those leave, also the tests that take longer: of the model, and those that need a local stage.
 * @param concurrency test runners in parallel
 * @param mutate globs of the files to mutate; all files if not given
 */
export async function runStryker(concurrency: number, mutate?: string[]): Promise<readonly Mutant[]> {
  await using scope = new AsyncDisposableStack();
  const options = { ...CONFIG, concurrency, ...(mutate && { mutate }) };
  // Results of an earlier command must not pass for this one's.
  await rm(RESULTS, { force: true });
  await run({ ...options, jest: { config: UNIT_TESTS } });
  await keepKilled();
  const { url, dynamodbEndpoint, region, tables } = await startStage(scope, { assembly: await synthesiseDev(scope) });
  // Scenarios of roll-outs, for each mutant that is left.
  process.env['ROLLOUT_RUNS'] = '20';
  // What the tests' set-up does otherwise: the document for their answers, and the stage.
  await writeFile('.local/mutation/openapi.json', JSON.stringify(readDocument()));
  process.env['TEST_ASSEMBLIES'] = resolve('.local/mutation');
  process.env['TEST_STAGE'] = JSON.stringify({ url, dynamodbEndpoint, region, tables });
  return await run(options);
}

/** Throws if Stryker does not finish, for example because a test fails without any mutant: it has told that itself. */
async function run(options: ConstructorParameters<typeof Stryker>[0]): Promise<readonly Mutant[]> {
  const results = await new Stryker(options).runMutationTest().catch(() => {
    throw new CommandError('Stryker did not finish');
  });
  return results.map(({ fileName, mutatorName, replacement, location, status }) => ({
    ...{ file: relative('.', fileName), line: location.start.line, mutator: mutatorName, replacement, status },
  }));
}

const Results = v.looseObject({
  files: v.record(v.string(), v.looseObject({ mutants: v.array(v.looseObject({ status: v.string() })) })),
});

/**
 * Has the next run test all that no test has killed: a busy machine may let the time of a mutant run out, and new tests on
 * code that runs only while it loads are overlooked by Stryker.
 */
async function keepKilled(): Promise<void> {
  const results = v.parse(Results, JSON.parse(await readFile(RESULTS, 'utf8')));
  for (const file of Object.values(results.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed');
  }
  await writeFile(RESULTS, JSON.stringify(results));
}

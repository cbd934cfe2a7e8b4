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

/** Mutants for one engine: it keeps what each leaves behind, and after a thousand it is so slow that time runs out. */
const MUTANTS_PER_ENGINE = 150;

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
  let mutants = await run({ ...options, jest: { config: UNIT_TESTS } });
  const left = await keepKilled();
  const assembly = await synthesiseDev(scope);
  // Scenarios of roll-outs, for each mutant that is left.
  process.env['ROLLOUT_RUNS'] = '20';
  // What the tests' set-up does otherwise: the document for their answers, and the stage.
  await writeFile('.local/mutation/openapi.json', JSON.stringify(readDocument()));
  process.env['TEST_ASSEMBLIES'] = resolve('.local/mutation');
  for (const files of inGroups(left)) {
    await using group = new AsyncDisposableStack();
    const { url, dynamodbEndpoint, region, tables } = await startStage(group, { assembly });
    process.env['TEST_STAGE'] = JSON.stringify({ url, dynamodbEndpoint, region, tables });
    // Stryker returns the results of all other files too.
    mutants = await run({ ...options, mutate: files });
  }
  return mutants;
}

/** Files by about as many mutants as an engine bears. */
function inGroups(left: ReadonlyMap<string, number>): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const [file, count] of left) {
    if (room < count) {
      groups.push([]);
      room = MUTANTS_PER_ENGINE;
    }
    groups.at(-1)?.push(file);
    room -= count;
  }
  return groups;
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
 * Has the next runs test all that no test has killed: a busy machine may let the time of a mutant run out, and new tests on
 * code that runs only while it loads are overlooked by Stryker.
 * @returns how many those are, by file
 */
async function keepKilled(): Promise<ReadonlyMap<string, number>> {
  const results = v.parse(Results, JSON.parse(await readFile(RESULTS, 'utf8')));
  const left = new Map<string, number>();
  for (const [name, file] of Object.entries(results.files)) {
    const killed = file.mutants.filter(({ status }) => status === 'Killed');
    if (killed.length < file.mutants.length) left.set(name, file.mutants.length - killed.length);
    file.mutants = killed;
  }
  await writeFile(RESULTS, JSON.stringify(results));
  return left;
}

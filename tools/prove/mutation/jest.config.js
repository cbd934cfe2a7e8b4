import suites from '../../../jest.config.js';

const [{ transform, extensionsToTreatAsEsm, modulePathIgnorePatterns }] = suites.projects;

/**
 * The tests that call the functions' sources in their own process, in one suite: Stryker does not get along with several,
 * and what runs from bundles does not see its mutants. The stage that some of them need is started by main.ts.
 */
export default {
  rootDir: '../../..',
  testEnvironment: 'node',
  transform,
  extensionsToTreatAsEsm,
  modulePathIgnorePatterns,
  testMatch: ['<rootDir>/test/product/{unit,engine}/**/*.test.ts', '<rootDir>/test/product/http/handlers.test.ts'],
  // A thousand races for each mutant take too long, and tell nothing of it that the tests of the conditions do not.
  testPathIgnorePatterns: ['cancel-races'],
  testSequencer: '<rootDir>/tools/prove/mutation/unit-first.js',
  testTimeout: 15_000,
};

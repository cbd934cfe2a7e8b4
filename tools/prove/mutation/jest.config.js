import suites from '../../../jest.config.js';

const [{ transform, extensionsToTreatAsEsm, modulePathIgnorePatterns }] = suites.projects;

/**
 * The tests that call the functions' sources in their own process, as one suite: Stryker does not work with several, and
 * tests of bundles do not see its mutants. The stage that some of them need is started by run-stryker.ts.
 */
export default {
  rootDir: '../../..',
  testEnvironment: 'node',
  transform,
  extensionsToTreatAsEsm,
  modulePathIgnorePatterns,
  testMatch: ['<rootDir>/test/product/{unit,engine}/**/*.test.ts', '<rootDir>/test/product/http/handlers.test.ts'],
  // A thousand races per mutant take too long, and show nothing that the tests of the conditions do not.
  testPathIgnorePatterns: ['product/engine/races'],
  runner: '<rootDir>/tools/prove/mutation/until-first-failure.js',
  testTimeout: 15_000,
};

import suites from '../../jest.config.js';

const [{ transform, extensionsToTreatAsEsm, modulePathIgnorePatterns }] = suites.projects;

/**
 * The tests that call the functions' sources in their own process, in one suite: Stryker does not get along with several,
 * and what runs from bundles does not see its mutants. The stage that some of them need is started by main.ts.
 */
export default {
  rootDir: '../..',
  testEnvironment: 'node',
  transform,
  extensionsToTreatAsEsm,
  modulePathIgnorePatterns,
  testMatch: [
    '<rootDir>/test/unit/{config,domain,get-stream-servers-list,http,log,start-upgrade,store}/*.test.ts',
    '<rootDir>/test/integration/stores/*.test.ts',
    '<rootDir>/test/integration/handlers.test.ts',
  ],
  testTimeout: 15_000,
};

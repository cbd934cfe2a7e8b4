import { join } from 'node:path';
import process from 'node:process';

// The many programs that tests start load the same modules: compiled once, a start takes a third of the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.local/compile-cache');

/** Suites by what they need (test/README.md). All is ES modules, as middy is: jest needs --experimental-vm-modules. */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.local'],
};

const suite = (name, folders, extra = {}) => ({
  ...shared,
  displayName: name,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  ...extra,
});

/** One synthesis and one local stage for all suites that need them. */
const globalTeardown = '<rootDir>/test/support/tear-down.ts';
const withTemplates = { globalSetup: '<rootDir>/test/support/set-up-infra.ts', globalTeardown };
const withStage = { globalSetup: '<rootDir>/test/support/set-up.ts', globalTeardown };

export default {
  projects: [
    suite('unit', ['product/unit', 'tools/unit', 'client/unit']),
    suite('infra', ['infra'], withTemplates),
    suite('engine', ['product/engine', 'product/http', 'tools/engine', 'client/engine', 'docs'], withStage),
  ],
  // Many tests wait for time-outs, leases and streams: a third worker fills the gaps of two cores.
  maxWorkers: 3,
  maxConcurrency: 10,
  // Many times what any test takes: a busy machine is slow, and what hangs is found all the same.
  testTimeout: 300_000,
};

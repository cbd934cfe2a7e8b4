import { createRequire } from 'node:module';

// jest's own runner, in the version that jest brings.
const { resolve } = createRequire(import.meta.url);
const core = createRequire(resolve('jest')).resolve('@jest/core');
const { default: TestRunner } = createRequire(core)('jest-runner');

/**
 * Skips the files of tests that are left when one has failed: its mutant is noticed. Stryker turns jest's option for that
 * off, since it ends the process. Jest begins with the file that failed last, which often notices the next mutant too.
 */
export default class UntilFirstFailure extends TestRunner {
  runTests(tests, watcher, options) {
    this.on('test-file-success', ([, { numFailingTests, testExecError }]) => {
      if (numFailingTests > 0 || testExecError) watcher.setState({ interrupted: true });
    });
    return super.runTests(tests, watcher, options);
  }
}

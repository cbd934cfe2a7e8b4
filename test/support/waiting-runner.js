import TestRunner from 'jest-runner';

/** Runs twice as many files at once as there are workers otherwise, since all of them mostly wait. */
export default class WaitingRunner extends TestRunner {
  constructor(config, context) {
    super({ ...config, maxWorkers: 2 * config.maxWorkers }, context);
  }
}

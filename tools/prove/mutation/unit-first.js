import Sequencer from '@jest/test-sequencer';

/** Testing a mutant stops at the first failure, so tests that need no engine and take milliseconds come first. */
export default class UnitFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => Number(!path.includes('/unit/'));
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }
}

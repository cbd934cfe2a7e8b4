import Sequencer from '@jest/test-sequencer';

/** Where the time goes, the longest first: begun last, one of them would keep a single worker busy at the end. */
const LONG = [
  'local-stage',
  'prove/chaos',
  'prove/fuzz',
  'home-page',
  'simulated-devices',
  'reference-page',
  'retrying',
  'kills',
  'fleet-upgrades',
  'lost-replies',
  'conformance',
  'client/engine/package',
];

/** Long files come first, and those that run alone come last. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path, context }) {
  if (context.config.displayName?.name === 'alone') return LONG.length + 1;
  const index = LONG.findIndex((name) => path.includes(name));
  return index < 0 ? LONG.length : index;
}

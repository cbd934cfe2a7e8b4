import Sequencer from '@jest/test-sequencer';

/** Where the time goes, the longest first: begun last, one of them would keep a single worker busy at the end. */
const LONG = [
  'prove/fuzz',
  'home-page',
  'prove/chaos',
  'local-stage',
  'reference-page',
  'kills',
  'fleet-upgrades',
  'conformance',
  'client/engine/package',
  'smoke',
  'lost-replies',
  'simulated-devices',
  'retrying',
  'doubtful-claims',
  'fleet-campaigns',
];

/** Within each project, the long files come first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const index = LONG.findIndex((name) => path.includes(name));
  return index < 0 ? LONG.length : index;
}

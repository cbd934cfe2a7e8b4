import TestRunner from 'jest-runner';

/** Runs its files one after the other; jest begins with them when the runners of all earlier projects are done. */
export default class SerialRunner extends TestRunner {
  isSerial = true;
}

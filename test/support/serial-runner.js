import { createRequire } from 'node:module';

const { default: TestRunner } = createRequire(import.meta.url)('jest-runner');

/** Runs its files one after the other; jest begins with them when the runners of all earlier projects are done. */
export default class SerialRunner extends TestRunner {
  isSerial = true;
}

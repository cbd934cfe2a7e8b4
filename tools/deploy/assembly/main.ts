import { faultsOf } from './faults.ts';

const [folder = '', stack = ''] = process.argv.slice(2);
const faults = faultsOf(folder, stack);
// As JSON, a name in the assembly is one line, which does not begin like a command of the workflow.
for (const fault of faults) console.error(`${folder} is refused: ${JSON.stringify(fault)}`);
if (faults.length > 0) process.exitCode = 1;

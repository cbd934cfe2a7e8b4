export { patchConsole } from './functions/json-console.ts';

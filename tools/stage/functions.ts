export { startFunctions, type Functions } from './functions/functions.ts';

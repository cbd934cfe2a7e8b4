export { functionDefinitions, type FunctionDefinition } from './functions/function-definition.ts';

/** All that the package offers. */
export { createStreamFleetClient, type StreamFleetClient } from './client.ts';
export { codeName, type Code, type CodeName } from './codes.ts';
export { NoAnswerError, RefusalError } from './errors.ts';
export type { CallOptions, ClientOptions, Session } from './options.ts';
export type { StreamConfigInfo, StreamServerList, UpgradeAnswer, UpgradeDetail, UpgradeRequest } from './types.ts';

/** All that the package offers. */
export { createStreamFleetClient, type StreamFleetClient } from './client.ts';
export { codeName, type CodeName } from './codes.ts';
export { ArgumentError, NoAnswerError, RefusalError, StreamFleetError } from './errors.ts';
export type { CallOptions, ClientOptions, Session } from './arguments.ts';
export type { StreamConfigInfo, StreamServerList, UpgradeAnswer, UpgradeDetail, UpgradeRequest } from './types.ts';

/** The public API of the package. */
export { createStreamFleetClient, type StreamFleetClient } from './client.ts';
export { codeName, type CodeName } from './codes.ts';
export type { RolloutChanged, UpgradeFinished, UpgradeRequested } from './events.ts';
export { ArgumentError, NoAnswerError, RefusalError, StreamFleetError } from './errors.ts';
export type { CallOptions, ClientOptions, Session, StartOptions, WaitOptions } from './arguments.ts';
export type { FirmwareFilter } from './firmware-filter.ts';
export type {
  RolloutAnswer,
  RolloutDetail,
  RolloutDevice,
  RolloutDryRun,
  RolloutList,
  RolloutMemberState,
  RolloutReason,
  RolloutRequest,
  RolloutState,
} from './rollout-types.ts';
export type {
  AwaitedDetail,
  AwaitedUpgrades,
  CancelAnswer,
  CancelRequest,
  DryRunAnswer,
  Firmware,
  FirmwareList,
  FirmwareState,
  HistoryDetail,
  StatusAnswer,
  StatusDetail,
  StreamConfigInfo,
  StreamServerList,
  UpgradeAnswer,
  UpgradeDetail,
  UpgradeHistory,
  UpgradeRequest,
  UpgradeState,
} from './types.ts';

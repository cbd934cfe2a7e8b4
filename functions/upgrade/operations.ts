import type { UpgradeOperation } from '../domain/operations.ts';
import { answerByRoute } from '../http/answer-by-route.ts';
import { operationPipeline, type Operation } from '../http/operation-pipeline.ts';
import { cancelUpgrade } from './cancel/cancel-upgrade.ts';
import { GET_ALL_FIRMWARES } from './firmwares/get-all-firmwares.ts';
import { upgradeHistory } from './history/upgrade-history.ts';
import { measure } from './measure.ts';
import { cancelRequest, historyRequest, statusRequest, upgradeRequest, type StatusRequest } from './request.ts';
import { accepted, refused, type Outcome } from './respond.ts';
import type { UpgradeServices } from './services.ts';
import { dryRunUpgrade, startUpgrade } from './start/start-upgrade.ts';
import { upgradeStatus } from './status/upgrade-status.ts';

type DeviceOperation<Request> = Operation<UpgradeServices, Request, Outcome>;

/**
 * The operations of the upgrade function, each by its route. An unknown route is answered 404 by start-upgrade's
 * pipeline, so it never starts anything.
 * @param services evaluated per request
 */
export function upgradeOperations(services: () => UpgradeServices) {
  const start = operationPipeline(onDevices('start-upgrade', 'Started', upgradeRequest, startUpgrade), services);
  const pipelines = [
    start,
    operationPipeline(onDevices('dry-run-upgrade', 'WouldStart', upgradeRequest, dryRunUpgrade), services),
    operationPipeline(onDevices('cancel-upgrade', 'Cancelled', cancelRequest, cancelUpgrade), services),
    operationPipeline(onDevices('upgrade-status', 'Found', statusRequest, upgradeStatus), services),
    operationPipeline(GET_ALL_FIRMWARES, services),
    operationPipeline(onDevices('upgrade-history', 'Found', historyRequest, upgradeHistory), services),
  ];
  return answerByRoute(pipelines, start);
}

/**
 * What operations on devices share: the form of their answers, and metrics of the devices by result.
 * @param success the metric of devices whose result is 0
 */
function onDevices<Request extends StatusRequest>(
  name: UpgradeOperation,
  success: string,
  request: DeviceOperation<Request>['request'],
  run: DeviceOperation<Request>['run'],
): DeviceOperation<Request> {
  return {
    name,
    hasBody: true,
    request,
    run,
    accepted: (outcome) => accepted(name, outcome),
    // Once it is known which devices were meant, each has its entry.
    refused: (reason, valid) => refused(name, reason, valid?.sns),
    measure: (outcome, namespace) => {
      measure(name, success, outcome, namespace);
    },
  };
}

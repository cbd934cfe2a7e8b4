import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { UpgradeOperation } from '../domain/operations.ts';
import type { Answer } from '../http/answer.ts';
import { identifyRequests } from '../http/identify-request.ts';
import { operationPipeline, type Operation, type Pipeline } from '../http/operation-pipeline.ts';
import { cancelUpgrade } from './cancel/cancel-upgrade.ts';
import { measure } from './measure.ts';
import { statusRequest, upgradeRequest, type StatusRequest } from './request.ts';
import { accepted, refused, type Outcome } from './respond.ts';
import type { UpgradeServices } from './services.ts';
import { dryRunUpgrade, startUpgrade } from './start/start-upgrade.ts';
import { upgradeStatus } from './status/upgrade-status.ts';

/** What differs between the operations on devices. */
interface DeviceOperation<Request extends StatusRequest> {
  readonly name: UpgradeOperation;
  readonly request: (body: unknown, maxBatchSize: number) => Request;
  /** Resolves to a result for every device. */
  readonly run: Operation<UpgradeServices, Request, Outcome>['run'];
  /** The metric that counts the devices whose result is 0. */
  readonly success: string;
}

const routed = v.object({ routeKey: v.string() });

/**
 * The operations of the upgrade function, each by its route. An unknown route is answered 404 by start-upgrade's
 * pipeline, so it never starts anything.
 * @param services evaluated per request
 */
export function upgradeOperations(services: () => UpgradeServices) {
  const serve = <Request extends StatusRequest>(operation: DeviceOperation<Request>) => pipelineOf(operation, services);
  const start = serve({ name: 'start-upgrade', request: upgradeRequest, run: startUpgrade, success: 'Started' });
  const pipelines = [
    start,
    serve({ name: 'dry-run-upgrade', request: upgradeRequest, run: dryRunUpgrade, success: 'WouldStart' }),
    serve({ name: 'cancel-upgrade', request: upgradeRequest, run: cancelUpgrade, success: 'Cancelled' }),
    serve({ name: 'upgrade-status', request: statusRequest, run: upgradeStatus, success: 'Found' }),
  ];
  const byRoute = new Map(pipelines.flatMap((pipeline) => pipeline.routeKeys.map((key) => [key, pipeline])));
  return identifyRequests((event: unknown, context: Context): Promise<Answer> => {
    const pipeline = v.is(routed, event) ? byRoute.get(event.routeKey) : undefined;
    return (pipeline ?? start).answer(event, context);
  });
}

function pipelineOf<Request extends StatusRequest>(
  { name, request, run, success }: DeviceOperation<Request>,
  services: () => UpgradeServices,
): Pipeline {
  const operation: Operation<UpgradeServices, Request, Outcome> = {
    name,
    request: (body, { maxBatchSize }) => request(body, maxBatchSize),
    run,
    accepted: (outcome) => accepted(name, outcome),
    // Once it is known which devices were meant, each has its entry.
    refused: (reason, valid) => refused(name, reason, valid?.sns),
    measure: (outcome, namespace) => {
      measure(name, success, outcome, namespace);
    },
  };
  return operationPipeline(operation, services);
}

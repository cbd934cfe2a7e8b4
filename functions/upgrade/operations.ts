import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { Answer } from '../http/answer.ts';
import { identifyRequests } from '../http/identify-request.ts';
import { cancelUpgrade } from './cancel/cancel-upgrade.ts';
import { upgradePipeline } from './pipeline.ts';
import { statusRequest, upgradeRequest } from './request.ts';
import type { UpgradeServices } from './services.ts';
import { dryRunUpgrade, startUpgrade } from './start/start-upgrade.ts';
import { upgradeStatus } from './status/upgrade-status.ts';

const routed = v.object({ routeKey: v.string() });

/**
 * The operations of the upgrade function, each by its route. What comes by no route of theirs is refused by start-upgrade in
 * its own shape: a dry run or a cancellation that is meant for another version starts nothing.
 * @param services evaluated per request
 */
export function upgradeOperations(services: () => UpgradeServices) {
  const start = upgradePipeline({ name: 'start-upgrade', request: upgradeRequest, run: startUpgrade }, services);
  const pipelines = [
    upgradePipeline({ name: 'dry-run-upgrade', request: upgradeRequest, run: dryRunUpgrade }, services),
    upgradePipeline({ name: 'cancel-upgrade', request: upgradeRequest, run: cancelUpgrade }, services),
    upgradePipeline({ name: 'upgrade-status', request: statusRequest, run: upgradeStatus }, services),
  ];
  const byRoute = new Map(pipelines.map((pipeline) => [pipeline.routeKey, pipeline]));
  return identifyRequests((event: unknown, context: Context): Promise<Answer> => {
    const pipeline = v.is(routed, event) ? byRoute.get(event.routeKey) : undefined;
    return (pipeline ?? start).answer(event, context);
  });
}

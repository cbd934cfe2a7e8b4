import { API_STATUS } from '../domain/api-status.ts';
import type { RolloutOperation } from '../domain/operations.ts';
import { answerByRoute } from '../http/answer-by-route.ts';
import { operationPipeline, type Operation } from '../http/operation-pipeline.ts';
import { refuseDryRun } from '../http/refuse-dry-run.ts';
import { logInfo } from '../log/log.ts';
import { measure } from './measure.ts';
import { createRollout } from './operations/create.ts';
import { dryRunRollout } from './operations/dry-run.ts';
import { resumeRollout } from './operations/resume.ts';
import { rolloutStatus } from './operations/status.ts';
import { cancelRollout, pauseRollout } from './operations/stop.ts';
import type { Entry, Outcome } from './report.ts';
import { createRequest, idRequest, resumeRequest, statusRequest } from './request.ts';
import type { RolloutCallerServices } from './services.ts';

/** 50,000 serial numbers of 64 characters fit into it. */
const MAX_CREATE_BYTES = 4 * 1024 * 1024;

/**
 * The operations of the function, each by its route. An unknown route is answered 404 by the pipeline of the status, which
 * changes nothing.
 * @param services evaluated per request
 */
export function rolloutOperations(services: () => RolloutCallerServices) {
  const status = operationPipeline(onRollouts('rollout-status', statusRequest, rolloutStatus), services);
  const pipelines = [
    status,
    operationPipeline(onRollouts('create-rollout', createRequest, createRollout, MAX_CREATE_BYTES), services),
    operationPipeline(onRollouts('dry-run-rollout', createRequest, dryRunRollout, MAX_CREATE_BYTES), services),
    operationPipeline(onRollouts('pause-rollout', idRequest, pauseRollout), services),
    operationPipeline(onRollouts('resume-rollout', resumeRequest, resumeRollout), services),
    operationPipeline(onRollouts('cancel-rollout', idRequest, cancelRollout), services),
  ];
  return answerByRoute(pipelines, status);
}

/** What operations on roll-outs share: the form of their answers, and metrics of the roll-outs by result. */
function onRollouts<Request extends { readonly rolloutId: string | undefined }>(
  name: RolloutOperation,
  request: (body: unknown) => Request,
  run: Operation<RolloutCallerServices, Request, Outcome>['run'],
  maxBodyBytes?: number,
): Operation<RolloutCallerServices, Request, Outcome> {
  const answer = (result: number, details: readonly object[]) => ({ result, method: name, details });
  return {
    ...{ name, hasBody: true, maxBodyBytes },
    request: (body, _services, event) => {
      const valid = request(body);
      // Only the query: in the body, the schema refuses `dry-run` like any unknown field.
      refuseDryRun(undefined, event);
      return valid;
    },
    run: async (asked, services, caller) => {
      const outcome = await run(asked, services, caller);
      if (!READING.includes(name)) logChanged(name, outcome, caller.userName);
      return outcome;
    },
    accepted: ({ entries, next }) => ({ ...answer(API_STATUS.SUCCESS.code, entries.map(detailOf)), next }),
    // Once it is known which roll-out was meant, it has its entry; before, the field that is wrong.
    refused: (reason, valid, field) => {
      const result = API_STATUS[reason].code;
      if (valid?.rolloutId !== undefined) return answer(result, [{ 'rollout-id': valid.rolloutId, result }]);
      return answer(result, field === undefined ? [] : [{ field, result }]);
    },
    measure: (outcome, namespace) => {
      measure(name, outcome, namespace);
    },
  };
}

/** What changes no roll-out. */
const READING: readonly RolloutOperation[] = ['rollout-status', 'dry-run-rollout'];

/** The audit line of a change: the record has the last change alone, which may be the service's own. */
function logChanged(operation: RolloutOperation, { entries }: Outcome, changedBy: string): void {
  for (const { rolloutId, result } of entries) {
    if (result === 'SUCCESS') logInfo('ROLLOUT_CHANGED', { operation, rolloutId, changedBy });
  }
}

function detailOf({ rolloutId, result, report }: Entry): object {
  return { 'rollout-id': rolloutId, result: API_STATUS[result].code, ...report };
}

import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { Answer } from './answer.ts';
import { identifyRequests } from './identify-request.ts';
import type { Pipeline } from './operation-pipeline.ts';

const routed = v.object({ routeKey: v.string() });

/**
 * Answers each request by the operation that has its route, and names the request in the log.
 * @param otherwise the pipeline that answers 404 to what comes by an unknown route
 */
export function answerByRoute(pipelines: readonly Pipeline[], otherwise: Pipeline) {
  const byRoute = new Map(pipelines.flatMap((pipeline) => pipeline.routeKeys.map((key) => [key, pipeline])));
  return identifyRequests((event: unknown, context: Context): Promise<Answer> => {
    const pipeline = v.is(routed, event) ? byRoute.get(event.routeKey) : undefined;
    return (pipeline ?? otherwise).answer(event, context);
  });
}

import type { Context } from 'aws-lambda';
import { isTimeForStep } from '../../config/deadline.ts';
import { Environment, requiredText } from '../../config/environment.ts';
import { createClient } from '../../store/client.ts';
import { createServices, type RolloutServices } from '../services.ts';
import { advance } from './advance.ts';
import { measureRun } from './measure.ts';

const client = createClient();
let services: RolloutServices | undefined;

/** One run over all active roll-outs, as the schedule calls it. Nothing of its event is used. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  services ??= createServices(process.env, client);
  const run = await advance(services, () => isTimeForStep(context.getRemainingTimeInMillis()));
  measureRun(requiredText(process.env, Environment.metricsNamespace), run, services.clock());
}

import { Environment } from '../../../functions/config/environment.ts';
import { advance, type Run } from '../../../functions/rollout/advance/advance.ts';
import { createServices } from '../../../functions/rollout/services.ts';
import { localDynamoDB } from '../../../tools/stage/dynamodb.ts';
import { stage } from '../stage.ts';

const { devices, firmwares, upgrades, rollouts } = stage.tables;
const services = createServices(
  {
    [Environment.devicesTable]: devices,
    [Environment.firmwaresTable]: firmwares,
    [Environment.upgradesTable]: upgrades,
    [Environment.rolloutsTable]: rollouts,
    [Environment.leaseSeconds]: '60',
  },
  localDynamoDB(stage.dynamodbEndpoint),
);

/** What the schedule of the stack does each minute, on the shared stage, for these roll-outs alone: others have some too. */
export function runOf(ids: readonly string[]): Promise<Run> {
  const active = () => Promise.resolve([...ids]);
  return advance({ ...services, rollouts: { ...services.rollouts, active } }, () => true);
}

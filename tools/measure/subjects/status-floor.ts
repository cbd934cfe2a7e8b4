/** The chain of database calls of upgrade-status and nothing else: reports are built from unchecked items. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import { jsonAnswer, type Answer } from '../../../functions/http/answer.ts';
import { isLoggedIn, readMany, type Item } from './low-level.ts';
import { notLoggedIn, plainRequest } from './plain.ts';

const TOLD = [
  ...['sn', 'upgradeId', 'firmwareId', 'claimToken', 'cancelToken', 'state', 'leaseEndsAt'],
  ...['version', 'progress', 'reason', 'requestedBy', 'requestedAt'],
];

/** upgrade-status, as fast as its calls allow. */
export async function handler(event: APIGatewayProxyEventV2): Promise<Answer> {
  const { sid, uid, sns } = plainRequest(event);
  if (!(await isLoggedIn(sid, uid))) return notLoggedIn();
  const items = await readMany(requiredText(process.env, Environment.upgradesTable), sns, TOLD, true);
  const bySn = new Map(items.map((item) => [item['sn']?.S, item]));
  const details = sns.map((sn) => ({ sn, ...reportOf(bySn.get(sn)) }));
  return jsonAnswer(200, { result: 0, method: 'upgrade-status', details });
}

function reportOf(item: Item | undefined) {
  if (item === undefined) return { result: 16 };
  const { upgradeId, firmwareId, version, state, requestedBy, requestedAt, leaseEndsAt } = item;
  return {
    result: 0,
    'upgrade-id': upgradeId?.S,
    'firmware-id': Number(firmwareId?.N),
    version: version?.S,
    state: state?.S,
    'requested-by': requestedBy?.S,
    'requested-at': requestedAt?.S,
    'lease-ends-at': new Date(Number(leaseEndsAt?.N) * 1_000).toISOString(),
  };
}

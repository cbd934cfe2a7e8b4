import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { SessionItem } from '../../../../functions/store/items/session.ts';
import { pathOf, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import type { Answer, Invocation } from '../checker/history.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** What to ask for; a serial number may occur twice. */
export interface Order {
  readonly operation: UpgradeOperation;
  readonly sns: readonly string[];
  readonly firmwareId: number;
  /** The caller's key, if it has one. */
  readonly key?: string | undefined;
  /** Whether no faults hit the database or the workers. */
  readonly faultless: boolean;
}

const Body = v.object({
  result: v.number(),
  method: v.string(),
  details: v.array(
    v.object({
      ...{ sn: v.string(), result: v.number() },
      'upgrade-id': v.optional(v.string()),
      'firmware-id': v.optional(v.number()),
      state: v.optional(v.string()),
    }),
  ),
});

/** January 2100. */
const NEVER = 4_102_444_800;

/** Creates a session for a new administrator, invocations once in that name, and returns the outcome. */
export async function invoke(stage: ChaosStage, user: string, order: Order): Promise<Invocation> {
  const { sns, ...rest } = order;
  const session: SessionItem = { sidHash: sidHash(user), userName: user, role: 'admin', expiresAt: NEVER };
  await stage.documents.send(new PutCommand({ TableName: stage.tables.sessions, Item: session }));
  const begun = Date.now();
  const answer = await post(stage.url, user, order);
  const ended = Date.now();
  return { ...rest, user, sns: [...new Set(sns)], begun, ended, ...(answer && { answer }) };
}

/** Undefined unless the API itself answered: when a function is killed, the gateway answers in its own format. */
async function post(
  url: string,
  user: string,
  { operation, sns, firmwareId, key }: Order,
): Promise<Answer | undefined> {
  const cookie = `cloud-sid=${user}; cloud-uid=${user}`;
  const headers = { 'content-type': 'application/json', cookie, ...(key !== undefined && { 'idempotency-key': key }) };
  try {
    const body = JSON.stringify({ sn: sns, 'firmware-id': firmwareId });
    const response = await fetch(`${url}${pathOf(operation)}`, { method: 'POST', headers, body });
    const { success, output } = v.safeParse(Body, await response.json());
    if (!success || output.method !== operation) return undefined;
    const codes = Object.fromEntries(output.details.map(({ sn, result }) => [sn, result]));
    const reports = output.details.flatMap(({ sn, state, 'upgrade-id': upgradeId, 'firmware-id': firmwareId }) =>
      state === undefined ? [] : [[sn, { upgradeId, firmwareId, state }] as const],
    );
    return { status: response.status, codes, reports: Object.fromEntries(reports) };
  } catch {
    return undefined;
  }
}

/** The devices for which the outcome of a request is uncertain, or that it could not handle yet. */
export function uncertainOf({ sns, answer }: Invocation): readonly string[] {
  if (answer === undefined || answer.status >= 500) return sns;
  return answer.status === 200 ? sns.filter((sn) => answer.codes[sn] === 4) : [];
}

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { SessionItem } from '../../../../functions/store/items/session.ts';
import { pathOf, type OperationName, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
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

const Body = v.object({ result: v.number(), method: v.string(), details: v.array(v.unknown()) });
const Details = v.array(
  v.object({
    ...{ sn: v.string(), result: v.number() },
    'upgrade-id': v.optional(v.string()),
    'firmware-id': v.optional(v.number()),
    state: v.optional(v.string()),
  }),
);

/** January 2100. */
const NEVER = 4_102_444_800;

/** Creates a session for a new administrator, invocations once in that name, and returns the outcome. */
export async function invoke(stage: ChaosStage, user: string, order: Order): Promise<Invocation> {
  const { sns, operation, firmwareId, key } = order;
  const headers = key === undefined ? undefined : { 'idempotency-key': key };
  const { begun, ended, reply } = await post(stage, user, operation, { sn: sns, 'firmware-id': firmwareId }, headers);
  const answer = reply && answerOf(reply);
  const { sns: _, ...rest } = order;
  return { ...rest, user, sns: [...new Set(sns)], begun, ended, ...(answer && { answer }) };
}

function answerOf({ status, details }: Reply): Answer | undefined {
  const { success, output } = v.safeParse(Details, details);
  if (!success) return undefined;
  const codes = Object.fromEntries(output.map(({ sn, result }) => [sn, result]));
  const reports = output.flatMap(({ sn, state, 'upgrade-id': upgradeId, 'firmware-id': firmwareId }) =>
    state === undefined ? [] : [[sn, { upgradeId, firmwareId, state }] as const],
  );
  return { status, codes, reports: Object.fromEntries(reports) };
}

/** What the API itself answered. */
interface Reply {
  readonly status: number;
  readonly details: readonly unknown[];
}

/**
 * Makes a request in the name of a new administrator. No reply unless the API itself answered: when a function is killed,
 * the gateway answers in its own format.
 */
export async function post(
  { documents, tables, url }: ChaosStage,
  user: string,
  operation: OperationName,
  body: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Pick<Invocation, 'begun' | 'ended'> & { readonly reply: Reply | undefined }> {
  const session: SessionItem = { sidHash: sidHash(user), userName: user, role: 'admin', expiresAt: NEVER };
  await documents.send(new PutCommand({ TableName: tables.sessions, Item: session }));
  const begun = Date.now();
  const reply = await replyTo(`${url}${pathOf(operation)}`, operation, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `cloud-sid=${user}; cloud-uid=${user}`, ...headers },
    body: JSON.stringify(body),
  });
  return { begun, ended: Date.now(), reply };
}

async function replyTo(url: string, operation: OperationName, request: RequestInit): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, request);
    const { success, output } = v.safeParse(Body, await response.json());
    return success && output.method === operation ? { status: response.status, details: output.details } : undefined;
  } catch {
    return undefined;
  }
}

/** The devices for which the outcome of a request is uncertain, or that it could not handle yet. */
export function uncertainOf({ sns, answer }: Invocation): readonly string[] {
  if (answer === undefined || answer.status >= 500) return sns;
  return answer.status === 200 ? sns.filter((sn) => answer.codes[sn] === 4) : [];
}

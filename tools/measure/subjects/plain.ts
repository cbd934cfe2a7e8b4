/** What the subjects other than ours share: requests are not validated, answers have the documented shape. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { jsonAnswer, type Answer } from '../../../functions/http/answer.ts';

const parseBody: (text: string) => { readonly sn: readonly string[]; readonly 'firmware-id': number } = JSON.parse;

/** Reads an event without checking it: the subjects that use this must have no validation. */
export function plainRequest({ cookies = [], body = '' }: APIGatewayProxyEventV2) {
  const { sn: sns, 'firmware-id': firmwareId } = parseBody(body);
  return { sid: cookie(cookies, 'cloud-sid'), uid: cookie(cookies, 'cloud-uid'), sns, firmwareId };
}

function cookie(cookies: readonly string[], name: string): string {
  return cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** The documented answer to an accepted request. */
export function accepted(details: readonly { readonly sn: string; readonly result: number }[]): Answer {
  return jsonAnswer(200, { result: 0, method: 'start-upgrade', details });
}

/** The documented answer to a caller without a session. */
export function notLoggedIn(): Answer {
  return jsonAnswer(401, { result: 37, method: 'start-upgrade', details: [] });
}

const LEASE_SECONDS = 3_600;
const KEPT_SECONDS = 90 * 86_400;

/** Attributes, the same as in ours, that all upgrades started by one request share. */
export function startedUpgrade(requestedBy: string) {
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1_000);
  return {
    claimToken: randomUUID(),
    requestedBy,
    requestKey: '-',
    requestedAt: now.toISOString(),
    cancelledBy: '-',
    state: 'requested',
    leaseEndsAt: seconds + LEASE_SECONDS,
    expiresAt: seconds + KEPT_SECONDS,
  };
}

import type { CallOptions, Patience, StartOptions } from './arguments.ts';
import { attempt, type Request } from './attempt.ts';
import { StreamFleetError } from './errors.ts';
import type { BatchOperation, Operation } from './operations.ts';
import { patiently } from './retry.ts';
import { inRounds } from './rounds.ts';
import type { UpgradeDetail } from './types.ts';

/** How the requests of a client are sent. */
export type Sender = ReturnType<typeof sender>;

/** @param cookie a header of every request */
export function sender(base: string, cookie: Readonly<Record<string, string>>, patience: Patience) {
  return { send, sendBatch };

  /** Sends a request, by POST if it has a body, until it has its result or patience runs out. */
  async function send<Result>(operation: Operation<Result>, path: string, { signal }: CallOptions, body?: object) {
    const request = requestOf(operation, path, body);
    const end = await patiently((circumstances) => attempt(request, circumstances), patience, signal);
    if (end instanceof StreamFleetError) throw end;
    return end;
  }

  /** Sends a request about devices, until each has its result or patience runs out. */
  function sendBatch<Method extends string, Detail extends UpgradeDetail>(
    { path, on }: BatchOperation<Method, Detail>,
    sns: readonly string[],
    body: (sns: readonly string[]) => object,
    { signal, key }: StartOptions,
  ) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return inRounds(sns, (sn) => requestOf(on(sn), path, body(sn), headers), patience, signal);
  }

  function requestOf<Result>(operation: Operation<Result>, path: string, body?: object, more = {}): Request<Result> {
    const headers = { ...cookie, 'content-type': 'application/json', ...more };
    const init = body === undefined ? { headers: cookie } : { method: 'POST', headers, body: JSON.stringify(body) };
    return { operation, url: base + path, init };
  }
}

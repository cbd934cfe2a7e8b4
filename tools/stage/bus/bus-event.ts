import { randomUUID } from 'node:crypto';
import { ACCOUNT_ID, REGION } from '../account.ts';
import type { PipeEvent } from '../pipes/pipes.ts';

/** An event as targets of the bus receive it. */
export function busEvent({ source, detailType, detail }: PipeEvent, time = new Date()): object {
  return {
    ...{ version: '0', id: randomUUID(), 'detail-type': detailType, source, account: ACCOUNT_ID },
    ...{ time: `${time.toISOString().slice(0, 19)}Z`, region: REGION, resources: [], detail },
  };
}

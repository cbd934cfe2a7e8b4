import { styleText } from 'node:util';
import { findFaults, type Fault } from '../../../../functions/get-stream-servers-list/completeness.ts';
import { readServers } from '../../../../functions/get-stream-servers-list/stored-server.ts';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { find } from '../stage/items.ts';

interface ServerView {
  readonly type: number;
  readonly name: string;
  readonly isConfigured: boolean;
  /** Whether the device has reported one of this type at all. */
  readonly isSet: boolean;
  readonly faults: readonly Fault[];
}

/**
 * Lists the stream servers of a device as the API does, with what is missing or wrong in each. Never a value: see
 * Fault.
 */
export async function listServers(stage: Stage, printer: Printer, sn: string): Promise<void> {
  const { streamServers } = await find(stage, 'devices', sn);
  for (const view of viewsOf(streamServers)) printer.print(view, lineOf(view));
}

function viewsOf(stored: unknown): ServerView[] {
  const servers = readServers(stored);
  return listStreamServers(stored).map(({ type, name, isConfigured }) => {
    // If there are several of one type, the first counts, as in the list.
    const server = servers.find((candidate) => candidate.type === type);
    return { type, name, isConfigured, isSet: server !== undefined, faults: findFaults(server ?? { type }) };
  });
}

function lineOf({ type, name, isConfigured, isSet, faults }: ServerView): string {
  const start = `${String(type)}  ${name.padEnd(20)}`;
  if (isConfigured) return `${start}  ${styleText('green', 'configured')}`;
  const reasons = isSet ? faults.map(({ field, problem }) => `${field} ${problem}`) : ['never set on the device'];
  return `${start}  ${styleText('red', 'not configured')}: ${reasons.join(', ')}`;
}

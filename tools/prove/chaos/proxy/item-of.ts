import * as v from 'valibot';
import { TableKeys } from '../../../../functions/store/keys.ts';
import type { DatabaseCall } from './fault-proxy.ts';

const Claim = v.object({ Item: v.object({ [TableKeys.upgrades]: v.unknown() }) });

/** Which item or items a call is about, as a text that is the same whenever it is about the same. */
export function itemOf({ input }: DatabaseCall): string {
  // An item as a whole would not do: an upgrade has an id that is never the same.
  if (v.is(Claim, input)) return JSON.stringify({ [TableKeys.upgrades]: input.Item[TableKeys.upgrades] });
  return JSON.stringify(input['Key'] ?? input['RequestItems'] ?? {});
}

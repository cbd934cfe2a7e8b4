import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { ENDED_STATES } from '../../../../functions/domain/upgrade.ts';
import { encodedUserName } from '../../../../functions/store/user-names.ts';
import { CommandError } from '../../../command-line.ts';
import type { End } from '../../../device-gateway/reports.ts';
import type { Printer } from '../output/printer.ts';
import type { Row } from '../output/records.ts';
import { conditionally } from '../stage/conditionally.ts';
import { find } from '../stage/items.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * Ends the upgrade on record for a device, whatever its record holds, and records who did. An upgrade claimed in the
 * meantime is left alone.
 * @throws CommandError when there is none, or it already ended in another state
 */
export async function endUpgrade(stage: Stage, printer: Printer, sn: string, end: End): Promise<void> {
  const found = await find(stage, 'upgrades', sn);
  const { upgradeId, state: before } = found;
  const isRepeat = before === end.state;
  if (!isRepeat && ENDED_STATES.some((state) => state === before)) {
    throw new CommandError(
      `The upgrade of ${sn} has ${String(before)} before, so its device is free; nothing was changed`,
    );
  }
  if (!isRepeat) {
    const call = endingCall(stage.tables.upgrades, found, { end, endedBy: await stage.operator() });
    await conditionally(
      stage.documents.send(new UpdateCommand(call)),
      `The upgrade of ${sn} has changed at this moment; nothing was done: look at it with "upgrade show ${sn}"`,
    );
  }
  printer.print(
    { sn, upgradeId, state: end.state, outcome: isRepeat ? 'repeated' : 'recorded' },
    `The upgrade of ${sn} has ${end.state}.${isRepeat ? ' It was on record already.' : ''}`,
  );
}

/**
 * The call that ends the upgrade that was read, if it is still on record. Its attributes may have any type, or be
 * missing.
 */
function endingCall(
  table: string,
  { sn, ...found }: Row,
  { end, endedBy }: { readonly end: End; readonly endedBy: string },
): UpdateCommandInput {
  const result = end.state === 'failed' ? { reason: end.reason } : { progress: 100 };
  const set: Row = {
    state: end.state,
    ...result,
    endedBy: encodedUserName(endedBy),
    endedAt: new Date().toISOString(),
  };
  const read = ['upgradeId', 'state'].filter((name) => found[name] !== undefined);
  const isTheOne = ['upgradeId', 'state'].map((name) =>
    read.includes(name) ? `#${name} = :read_${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    TableName: table,
    Key: { sn },
    UpdateExpression: `SET ${Object.keys(set)
      .map((name) => `#${name} = :${name}`)
      .join(', ')}`,
    ConditionExpression: ['attribute_exists(sn)', ...isTheOne].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries([...Object.keys(set), 'upgradeId'].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(read.map((name) => [`:read_${name}`, found[name]])),
    },
  };
}

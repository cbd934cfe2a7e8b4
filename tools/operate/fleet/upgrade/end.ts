import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ENDED_STATES } from '../../../../functions/domain/upgrade.ts';
import { encodedUserName } from '../../../../functions/store/user-names.ts';
import { CommandError } from '../../../command-line.ts';
import type { End } from '../../../device-gateway/reports.ts';
import { keyText, type Row } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { conditionally, find, setting } from '../stage/stage.ts';

/**
 * Ends the upgrade on record for a device, whatever its record holds, and records who did. An upgrade claimed in the
 * meantime is left alone.
 * @throws CommandError when there is none, or it already ended in another state
 */
export async function endUpgrade(context: CommandContext, sn: string, end: End): Promise<void> {
  const { documents, tables, printer, operator } = context;
  const found = await find(context, 'upgrades', sn);
  const { upgradeId, state: before } = found;
  const which = keyText(sn);
  const isRepeat = before === end.state;
  if (!isRepeat && ENDED_STATES.some((state) => state === before)) {
    throw new CommandError(
      `The upgrade of ${which} has ${String(before)} before, so its device is free; nothing was changed`,
    );
  }
  if (!isRepeat) {
    const endedAt = new Date().toISOString();
    const call = { TableName: tables.upgrades, Key: { sn }, ...ending(found, end, await operator(), endedAt) };
    await conditionally(
      documents.send(new UpdateCommand(call)),
      `The upgrade of ${which} has changed at this moment; nothing was done: look at it with "upgrade show"`,
      async () => (await find(context, 'upgrades', sn))['endedAt'] === endedAt,
    );
  }
  printer.print(
    { sn, upgradeId, state: end.state, outcome: isRepeat ? 'repeated' : 'recorded' },
    `The upgrade of ${which} has ${end.state}.${isRepeat ? ' It was on record already.' : ''}`,
  );
}

/** The update that ends the upgrade that was read, if it is still on record. Its attributes may have any type, or be missing. */
function ending(found: Row, end: End, operator: string, endedAt: string) {
  const result = end.state === 'failed' ? { reason: end.reason } : { progress: 100 };
  const endedBy = encodedUserName(operator);
  const set = setting({ state: end.state, ...result, endedBy, endedAt });
  const known = ['upgradeId', 'state'];
  const read = known.filter((name) => found[name] !== undefined);
  const isTheOne = known.map((name) =>
    read.includes(name) ? `#${name} = :read_${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    ...set,
    ConditionExpression: ['attribute_exists(sn)', ...isTheOne].join(' AND '),
    ExpressionAttributeNames: { ...set.ExpressionAttributeNames, '#upgradeId': 'upgradeId' },
    ExpressionAttributeValues: {
      ...set.ExpressionAttributeValues,
      ...Object.fromEntries(read.map((name) => [`:read_${name}`, found[name]])),
    },
  };
}

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { FleetError } from '../fleet-error.ts';
import { plain } from '../output/plain.ts';
import type { Printer } from '../output/printer.ts';
import { scalarsOf } from '../output/scalars.ts';
import type { Stage } from '../stage/stage.ts';

/** Deletes the session of a hash: from now on it counts no more. Throws a FleetError when there is none. */
export async function revokeSession({ documents, tables }: Stage, printer: Printer, hash: string): Promise<void> {
  const { Attributes } = await documents.send(
    new DeleteCommand({ TableName: tables.sessions, Key: { sidHash: hash }, ReturnValues: 'ALL_OLD' }),
  );
  if (Attributes === undefined) throw new FleetError('There is no such session');
  const revoked = scalarsOf(Attributes, ['sidHash', 'userName']);
  printer.print({ ...revoked, revoked: true }, `The session of ${plain(revoked['userName'])} is revoked.`);
}

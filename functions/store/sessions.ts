import { hash } from 'node:crypto';
import { GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { Sessions } from '../domain/ports.ts';
import { orUnavailable } from './or-unavailable.ts';
import { fromRaw } from './client.ts';
import { TableKeys } from './keys.ts';

const sessionSchema = v.object({
  userName: v.pipe(v.string(), v.nonEmpty()),
  role: v.picklist(['admin', 'user']),
  expiresAt: v.pipe(v.number(), v.safeInteger()),
});

/** The key under which the session of a `cloud-sid` is stored. */
export function sidHash(sid: string): string {
  return hash('sha256', sid, 'hex');
}

/** Sessions in DynamoDB. A record that is not a whole session counts as none. */
export function sessionsIn(table: string, client: DynamoDBClient): Sessions {
  return {
    async find(sid) {
      const Key = { [TableKeys.sessions]: { S: sidHash(sid) } };
      // Consistent: a session written a moment ago must be found, or the user is bounced from a fresh log-in.
      const read = client.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
      const { Item } = await orUnavailable('reading a session', read);
      const parsed = v.safeParse(sessionSchema, Item && fromRaw(Item));
      return parsed.success ? parsed.output : undefined;
    },
  };
}

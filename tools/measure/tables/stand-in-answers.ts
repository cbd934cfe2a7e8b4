/** An item in the form in which it travels. */
export type RecordedItem = Record<string, unknown>;

/** What the engine answered when it was asked for an item of each table, by the names of the tables. */
export type Recorded = Readonly<Record<string, RecordedItem>>;

/** What of a call's input is looked at; which of it there is depends on the operation. */
interface Input {
  readonly TableName: string;
  readonly Key: RecordedItem;
  readonly Item: RecordedItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: RecordedItem;
  readonly RequestItems: Readonly<Record<string, BatchRead>>;
}

interface BatchRead {
  readonly Keys: readonly RecordedItem[];
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

// Unchecked, as it has to be fast: whatever it does not know shows as a wrong answer of the subject.
const parseInput: (text: string) => Input = JSON.parse;

const CONDITION_FAILED = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';

/**
 * Answers as the engine did. A table that was recorded holds that item under every key; other tables hold what was
 * written to them, and refuse a conditional write over it.
 */
export class StandInAnswers {
  readonly #recorded: Recorded;
  readonly #written = new Map<string, RecordedItem>();

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
  }

  answer(operation: string, text: string): Reply {
    const input = parseInput(text);
    switch (operation) {
      case 'GetItem':
        return { status: 200, body: { Item: this.#read(input.TableName, input.Key) } };
      case 'BatchGetItem':
        return { status: 200, body: { Responses: this.#readMany(input), UnprocessedKeys: {} } };
      case 'PutItem':
        return this.#put(input);
      case 'UpdateItem':
        return this.#update(input);
      default:
        return { status: 400, body: { __type: 'UnknownOperationException', message: operation } };
    }
  }

  #read(table: string, key: RecordedItem): RecordedItem | undefined {
    const recorded = this.#recorded[table];
    // The key that was asked for, as a caller looks its items up by it.
    return recorded === undefined ? this.#written.get(place(table, key)) : { ...recorded, ...key };
  }

  #readMany({ RequestItems }: Input): object {
    return Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys, ProjectionExpression, ExpressionAttributeNames }]) => {
        const names = ProjectionExpression.split(/, */).map((name) => ExpressionAttributeNames[name] ?? name);
        return [table, Keys.map((key) => only(names, this.#read(table, key) ?? {}))];
      }),
    );
  }

  #put({ TableName, Item, ConditionExpression }: Input): Reply {
    const { id, sn } = Item;
    const where = place(TableName, id === undefined ? { sn } : { id });
    const held = this.#written.get(where);
    if (held !== undefined && ConditionExpression !== undefined) {
      return {
        status: 400,
        body: { __type: CONDITION_FAILED, message: 'The conditional request failed', Item: held },
      };
    }
    this.#written.set(where, Item);
    return { status: 200, body: {} };
  }

  /** `SET #a = :a, #b = :b`, and nothing else. */
  #update({ TableName, Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Input): Reply {
    const pairs = [...UpdateExpression.matchAll(/(#\w+) = (:\w+)/g)];
    const set = pairs.map<[string, unknown]>(([, name = '', value = '']) => [
      ExpressionAttributeNames[name] ?? name,
      ExpressionAttributeValues[value],
    ]);
    const where = place(TableName, Key);
    this.#written.set(where, { ...(this.#written.get(where) ?? Key), ...Object.fromEntries(set) });
    return { status: 200, body: {} };
  }
}

function place(table: string, key: RecordedItem): string {
  return `${table} ${JSON.stringify(key)}`;
}

function only(names: readonly string[], item: RecordedItem): RecordedItem {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

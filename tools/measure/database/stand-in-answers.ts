/** An item in wire format. */
type Item = Record<string, unknown>;

/** An item for each table of which the stand-in knows one, by table name. */
export type KnownItems = Readonly<Record<string, Item>>;

/** The parts of a call's input that are used; which of them are present depends on the operation. */
interface Input {
  readonly TableName: string;
  readonly Key: Item;
  readonly Item: Item;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: Item;
  readonly RequestItems: Readonly<Record<string, BatchRead>>;
  readonly Statements: readonly { readonly Statement: string; readonly Parameters: readonly unknown[] }[];
}

interface BatchRead {
  readonly Keys: readonly Item[];
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

// Unchecked, for speed: input that is not supported shows as a wrong answer of the subject.
const parseInput: (text: string) => Input = JSON.parse;

/**
 * Answers the subjects' calls as DynamoDB does. A table with a known item has it under every key; the others hold what
 * was written to them, and refuse a conditional write over it.
 */
export class StandInAnswers {
  readonly #known: KnownItems;
  readonly #written = new Map<string, Item>();

  constructor(known: KnownItems) {
    this.#known = known;
  }

  answer(operation: string, text: string): Reply {
    const input = parseInput(text);
    switch (operation) {
      case 'GetItem':
        return answered({ Item: this.#read(input.TableName, input.Key) });
      case 'BatchGetItem':
        return answered({ Responses: this.#readMany(input), UnprocessedKeys: {} });
      case 'PutItem':
        return this.#put(input);
      case 'UpdateItem':
        return this.#update(input);
      case 'BatchExecuteStatement':
        return answered({ Responses: input.Statements.map((one) => this.#insert(one.Statement, one.Parameters)) });
      default:
        throw new Error(`the stand-in does not know ${operation}`);
    }
  }

  #read(table: string, key: Item): Item | undefined {
    const known = this.#known[table];
    // With the requested key, as callers look up their items by it.
    return known === undefined ? this.#written.get(place(table, key)) : { ...known, ...key };
  }

  #readMany({ RequestItems }: Input): object {
    return Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys, ProjectionExpression, ExpressionAttributeNames = {} }]) => {
        const names = ProjectionExpression.split(/, */).map((name) => ExpressionAttributeNames[name] ?? name);
        const items = Keys.map((key) => this.#read(table, key)).filter((item) => item !== undefined);
        return [table, items.map((item) => only(names, item))];
      }),
    );
  }

  #put({ TableName, Item, ConditionExpression }: Input): Reply {
    const { id, sn } = Item;
    const where = place(TableName, id === undefined ? { sn } : { id });
    const current = this.#written.get(where);
    if (current !== undefined && ConditionExpression !== undefined) {
      const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
      return { status: 400, body: { __type, message: 'The conditional request failed', Item: current } };
    }
    this.#written.set(where, Item);
    return answered({});
  }

  /** Supports `SET #a = :a, #b = :b`, and nothing else. */
  #update({ TableName, Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Input): Reply {
    const item = { ...this.#written.get(place(TableName, Key)), ...Key };
    for (const [, name = '', value = ''] of UpdateExpression.matchAll(/(#\w+) = (:\w+)/g)) {
      item[ExpressionAttributeNames[name] ?? name] = ExpressionAttributeValues[value];
    }
    this.#written.set(place(TableName, Key), item);
    return answered({});
  }

  /** Each statement succeeds or fails on its own. */
  #insert(statement: string, values: readonly unknown[]): object {
    const { TableName, names } = insertOf(statement);
    const item: Item = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    const where = place(TableName, { sn: item['sn'] });
    const Error = { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' };
    if (this.#written.has(where)) return { Error, TableName };
    this.#written.set(where, item);
    return { TableName };
  }
}

/** The table of `INSERT INTO "Table" VALUE {'a': ?, 'b': ?}`, and its attributes in the order of the parameters. */
function insertOf(statement: string) {
  const [, TableName, fields = ''] = /^INSERT INTO "([\w.-]+)" VALUE \{(.*)\}$/.exec(statement) ?? [];
  if (TableName === undefined) throw new Error(`the stand-in does not know ${statement}`);
  return { TableName, names: fields.split(/, */).map((field) => field.slice(1, field.indexOf("'", 1))) };
}

function answered(body: object): Reply {
  return { status: 200, body };
}

function place(table: string, key: Item): string {
  return `${table} ${JSON.stringify(key)}`;
}

function only(names: readonly string[], item: Item): Item {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

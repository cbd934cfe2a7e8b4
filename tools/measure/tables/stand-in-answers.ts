/** An item in wire format. */
export type RecordedItem = Record<string, unknown>;

/** One item of each table as the engine returned it, by table name. */
export type Recorded = Readonly<Record<string, RecordedItem>>;

/** The parts of a call's input that are used; which of them are present depends on the operation. */
interface Input {
  readonly TableName: string;
  readonly Key: RecordedItem;
  readonly Item: RecordedItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: RecordedItem;
  readonly RequestItems: Readonly<Record<string, BatchRead>>;
  readonly Statements: readonly { readonly Statement: string; readonly Parameters: readonly unknown[] }[];
}

interface BatchRead {
  readonly Keys: readonly RecordedItem[];
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

// Unchecked, for speed: input that is not supported shows as a wrong answer of the subject.
const parseInput: (text: string) => Input = JSON.parse;

const STATEMENTS_PER_CALL = 25;

/**
 * Answers as the engine did. A recorded table has its item under every key; other tables hold what was written to them,
 * and refuse a conditional write over it.
 */
export class StandInAnswers {
  readonly #recorded: Recorded;
  readonly #written = new Map<string, RecordedItem>();
  readonly #inserts = new Map<string, Insert>();

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
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
        return this.#execute(input);
      default:
        return failed('UnknownOperationException', operation);
    }
  }

  #read(table: string, key: RecordedItem): RecordedItem | undefined {
    const recorded = this.#recorded[table];
    // With the requested key, as callers look up their items by it.
    return recorded === undefined ? this.#written.get(place(table, key)) : { ...recorded, ...key };
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
      return failed('ConditionalCheckFailedException', 'The conditional request failed', { Item: current });
    }
    this.#written.set(where, Item);
    return answered({});
  }

  /** Supports `SET #a = :a, #b = :b`, and nothing else. */
  #update({ TableName, Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Input): Reply {
    const pairs = [...UpdateExpression.matchAll(/(#\w+) = (:\w+)/g)];
    const set = pairs.map<[string, unknown]>(([, name = '', value = '']) => [
      ExpressionAttributeNames[name] ?? name,
      ExpressionAttributeValues[value],
    ]);
    const where = place(TableName, Key);
    this.#written.set(where, { ...(this.#written.get(where) ?? Key), ...Object.fromEntries(set) });
    return answered({});
  }

  /** Each statement succeeds or fails on its own. */
  #execute({ Statements }: Input): Reply {
    if (Statements.length > STATEMENTS_PER_CALL) return failed('ValidationException', 'too many statements');
    return answered({
      Responses: Statements.map(({ Statement, Parameters }) => {
        const insert = this.#inserts.get(Statement) ?? insertOf(Statement);
        if (insert === undefined) return { Error: { Code: 'ValidationError', Message: 'no insert' } };
        this.#inserts.set(Statement, insert);
        return this.#insert(insert, Parameters);
      }),
    });
  }

  #insert({ TableName, names }: Insert, values: readonly unknown[]): object {
    const item = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    const where = place(TableName, { sn: item['sn'] });
    const Error = { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' };
    if (this.#written.has(where)) return { Error, TableName };
    this.#written.set(where, item);
    return { TableName };
  }
}

/** A PartiQL INSERT: its table, and the names of its attributes in the order of the parameters. */
interface Insert {
  readonly TableName: string;
  readonly names: readonly string[];
}

/** Parses `INSERT INTO "Table" VALUE {'a': ?, 'b': ?}`, and nothing else. */
function insertOf(statement: string): Insert | undefined {
  const [, table, fields = ''] = /^INSERT INTO "([\w.-]+)" VALUE \{(.*)\}$/.exec(statement) ?? [];
  const names = fields.split(/, */).map((field) => /^'(\w+)': \?$/.exec(field)?.[1]);
  const known = names.filter((name) => name !== undefined);
  return table === undefined || known.length < names.length ? undefined : { TableName: table, names: known };
}

function answered(body: object): Reply {
  return { status: 200, body };
}

function failed(type: string, message: string, more: object = {}): Reply {
  return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more } };
}

function place(table: string, key: RecordedItem): string {
  return `${table} ${JSON.stringify(key)}`;
}

function only(names: readonly string[], item: RecordedItem): RecordedItem {
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import type { OpenApiDocument } from './openapi-file.ts';
import { GROWING } from './schemas/schema.ts';
import { REQUEST_ID, SERVICE_TYPE } from './responses/gateway.ts';

type ResponseObject = OpenApiDocument['components']['responses'][string];

const NOTHING: ResponseObject = { headers: {}, content: {} };

/**
 * Validates values against the schemas of a document, found by JSON pointers.
 * @returns the faults of a value, one line each. Throws when the pointer leads nowhere
 */
export function schemaValidator(document: object): (pointer: string, value: unknown) => readonly string[] {
  // What surrounds the schemas, such as examples, is not JSON Schema: it is not held to its rules. Schemas that refer to
  // others are compiled once each, as most validators are used for a few answers only.
  const ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, meta: false, inlineRefs: false, formats: { int64: true } },
    code: { optimize: false },
  });
  // This version has none of the values that later ones may add.
  ajv.addKeyword({
    keyword: GROWING,
    validate: (values: readonly unknown[], value: unknown) => values.includes(value),
  });
  ajv.addSchema(document, 'openapi');
  return (pointer, value) => {
    const validate = ajv.getSchema(`openapi${pointer}`);
    if (validate === undefined) throw new Error(`docs/openapi.yaml has no ${pointer}`);
    // No schema is asynchronous, so there is no promise to await.
    void validate(value);
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Returns the faults of an answer, one line each; `path` is without the base URL. */
export type ValidateResponse = (request: { method: string; path: string }, answer: Answer) => readonly string[];

/**
 * Validates answers against the document: status, content type, headers and body.
 * @param closed whether an undocumented field is a fault too. For callers it is not: fields may be added
 */
export function responseValidator(document: OpenApiDocument, { closed = false } = {}): ValidateResponse {
  const validate = schemaValidator(closed ? withoutAdditions(document) : document);

  return ({ method, path }, answer) => {
    const operation = methodsAt(path)?.[method.toLowerCase()];
    if (operation === undefined) return noOperationFaults(answer);
    const pointer = operation.responses[String(answer.status)]?.$ref;
    if (pointer === undefined) return [`HTTP ${String(answer.status)} is not documented here`];
    const type = answer.headers.get('content-type') ?? '';
    const { headers, content } = document.components.responses[pointer.replace(/.*\//, '')] ?? NOTHING;
    if (!Object.hasOwn(content, type)) return [`Content-Type ${type} is not documented here`];
    return [
      ...(type === SERVICE_TYPE ? headerFaults(headers, answer) : []),
      ...validate(`${pointer}/content/${escaped(type)}/schema`, jsonIn(answer.text)).map((fault) => `body${fault}`),
      ...refusalFaults(answer),
    ];
  };

  function noOperationFaults({ status, text }: Answer) {
    if (status === 404 && validate('#/components/schemas/GatewayAnswer', jsonIn(text)).length === 0) return [];
    return ["a request without an operation must get the gateway's own 404"];
  }

  function headerFaults(documented: typeof NOTHING.headers, { headers }: Answer) {
    const expected = Object.entries(documented).filter(([name]) => name !== REQUEST_ID || headers.has(name));
    return expected.flatMap(([name, { $ref }]) =>
      validate(`${$ref}/schema`, headerValue(headers.get(name))).map((fault) => `${name}${fault}`),
    );
  }

  function methodsAt(path: string) {
    const [pathname = ''] = path.split('?');
    return Object.entries(document.paths).find(([template]) =>
      new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    )?.[1];
  }
}

const Refusal = v.object({ result: v.number(), details: v.array(v.object({ result: v.number() })) });

/** A schema cannot say that each device has the code of the request. */
function refusalFaults({ status, text }: Answer): readonly string[] {
  const body = jsonIn(text);
  const differs = status !== 200 && v.is(Refusal, body) && body.details.some(({ result }) => result !== body.result);
  return differs ? ['body/details has another code than the request'] : [];
}

/** The JSON in a text; undefined, which no schema accepts, if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ObjectSchema = v.object({ type: v.literal('object'), properties: v.object({}) });

/** The document with every object schema closed. */
function withoutAdditions(document: object): object {
  const text = JSON.stringify(document, (_key, value: unknown) =>
    v.is(ObjectSchema, value) ? { ...value, additionalProperties: false } : value,
  );
  return v.parse(v.looseObject({}), JSON.parse(text));
}

/** Header values are strings; one of digits alone is validated as a number. */
function headerValue(text: string | null): unknown {
  return text !== null && /^\d+$/.test(text) ? Number(text) : text;
}

/** Escapes a key as a part of a JSON pointer in a URL. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

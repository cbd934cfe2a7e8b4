import { matchingResponses } from './matching-responses.ts';
import { readDocument, type DocumentedResponse } from './read-document.ts';
import { schemasOf, type Schemas } from './schemas.ts';

/** What was asked. */
export interface Asked {
  readonly method: string;
  /** Without the base URL; begins with a slash. */
  readonly path: string;
}

/** What came back. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Says what is wrong with an answer by docs/openapi.yaml, a line each; nothing when it keeps to it. */
export type Contract = (asked: Asked, answered: Answered) => readonly string[];

/** The contract that docs/openapi.yaml is. */
export function openApiContract(): Contract {
  const document = readDocument();
  const schemas = schemasOf(document);
  return (asked, answered) => {
    const responses = matchingResponses(document, asked);
    if (responses === undefined) return noRouteFaults(schemas, answered);
    const response = responses.get(answered.status);
    if (response === undefined) return [`HTTP ${String(answered.status)} is not documented here`];
    return answerFaults(schemas, response, answered);
  };
}

/** What is no operation never reaches the service. */
function noRouteFaults(schemas: Schemas, { status, text }: Answered): readonly string[] {
  if (status === 404 && isGatewayAnswer(schemas, parsed(text))) return [];
  return ["a request that is no operation is answered by the gateway's own 404"];
}

/** The gateway's own answers have neither the headers nor the content type of the service's. */
function answerFaults(schemas: Schemas, { headers, type, schema }: DocumentedResponse, answered: Answered) {
  const body = parsed(answered.text);
  const bodyFaults = schemas.faults(schema, body).map((fault) => `body${fault}`);
  if (isGatewayAnswer(schemas, body)) return bodyFaults;
  const typeFaults = answered.headers.get('content-type') === type ? [] : [`Content-Type is not ${type}`];
  const headerFaults = [...headers].flatMap(([name, pointer]) =>
    schemas.faults(pointer, headerValue(answered.headers.get(name))).map((fault) => `${name}${fault}`),
  );
  return [...typeFaults, ...headerFaults, ...bodyFaults];
}

function isGatewayAnswer(schemas: Schemas, body: unknown): boolean {
  return schemas.faults('#/components/schemas/GatewayAnswer', body).length === 0;
}

/** Undefined, which no schema takes, when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers are texts; one of digits alone is also the number. */
function headerValue(text: string | null): unknown {
  return text !== null && /^\d+$/.test(text) ? Number(text) : text;
}

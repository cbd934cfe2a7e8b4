import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

const RefSchema = v.object({ $ref: v.string() });

const ResponseSchema = v.object({
  headers: v.record(v.string(), RefSchema),
  content: v.record(v.string(), v.unknown()),
});

const DocumentSchema = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.object({ responses: v.record(v.string(), RefSchema) }))),
  components: v.looseObject({ responses: v.record(v.string(), ResponseSchema) }),
});

/** docs/openapi.yaml, as far as its form matters to those who hold answers to it. */
export type OpenApiDocument = v.InferOutput<typeof DocumentSchema>;

/** One response of the document, with JSON pointers to its schemas. */
export interface DocumentedResponse {
  /** Content type of the service's own answers, to the letter. */
  readonly type: string;
  /** Schema of the body. */
  readonly schema: string;
  /** Schema of each header. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Reads docs/openapi.yaml. */
export function readDocument(): OpenApiDocument {
  const path = new URL('../../../docs/openapi.yaml', import.meta.url);
  return v.parse(DocumentSchema, parse(readFileSync(path, 'utf8')));
}

/** The response at a JSON pointer. Throws when there is none. */
export function responseAt({ components }: OpenApiDocument, pointer: string): DocumentedResponse {
  const response = components.responses[pointer.replace('#/components/responses/', '')];
  const [type] = Object.keys(response?.content ?? {});
  if (response === undefined || type === undefined) throw new Error(`docs/openapi.yaml has no ${pointer}`);
  const headers = Object.entries(response.headers).map(([name, { $ref }]) => [name, `${$ref}/schema`] as const);
  return { type, schema: `${pointer}/content/${escaped(type)}/schema`, headers: new Map(headers) };
}

/** As a part of a JSON pointer in a URL. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

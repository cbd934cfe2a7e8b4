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

export type OpenApiDocument = v.InferOutput<typeof DocumentSchema>;

/** Read once: that takes a moment. */
let document: OpenApiDocument | undefined;

/** docs/openapi.yaml. */
export function readDocument(): OpenApiDocument {
  const path = new URL('../../docs/openapi.yaml', import.meta.url);
  return (document ??= v.parse(DocumentSchema, parse(readFileSync(path, 'utf8'))));
}

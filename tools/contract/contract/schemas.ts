import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from './read-document.ts';

/** The schemas in a document, found by JSON pointers; each is compiled once, and only when it is needed. */
export interface Schemas {
  /** What is wrong with a value, a line each. Throws when the pointer leads nowhere. */
  readonly faults: (pointer: string, value: unknown) => readonly string[];
}

/** Schemas of OpenAPI 3.1 are those of JSON Schema 2020-12. */
export function schemasOf(document: OpenApiDocument): Schemas {
  // Not strict: what is around the schemas, such as examples, is no JSON Schema.
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, 'openapi');
  return {
    faults: (pointer, value) => {
      const validate = ajv.getSchema(`openapi${pointer}`);
      if (validate === undefined) throw new Error(`docs/openapi.yaml has no ${pointer}`);
      // No schema is asynchronous, so that this is no promise to wait for.
      void validate(value);
      return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
    },
  };
}

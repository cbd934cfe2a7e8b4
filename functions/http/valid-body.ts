import * as v from 'valibot';
import { Refusal } from '../domain/refusal.ts';

/** The form of a body: an object of named fields. */
type BodySchema = v.GenericSchema & { readonly entries: object };

/**
 * What a parsed body holds by a schema. Refuses with INVALID_ARG, naming the first field that breaks it, and looks for no
 * second one. The name of an unknown field is the caller's, and never told.
 */
export function validBody<Schema extends BodySchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const field = String(result.issues[0].path?.[0]?.key);
  throw new Refusal('INVALID_ARG', {}, Object.hasOwn(schema.entries, field) ? field : undefined);
}

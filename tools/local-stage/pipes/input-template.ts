import * as v from 'valibot';
import { StartError } from '../start-error.ts';
import { valueAt } from './fields.ts';

const PLACEHOLDER = /<\$\.([\w.]+)>/g;

const Detail = v.record(v.string(), v.unknown());

export type Detail = v.InferOutput<typeof Detail>;

/**
 * Renders the template of a pipe whose placeholders are paths without quotes around them: a text becomes a JSON
 * string, and what is missing an empty one. Throws a StartError when the template
 * holds any other kind of placeholder.
 */
export function compileTemplate(template: string): (event: unknown) => Detail {
  const render = (event: unknown): Detail => v.parse(Detail, JSON.parse(fill(template, event)));
  if (!isRenderable(template)) throw new StartError(`A pipe's template has placeholders unknown here: ${template}`);
  return render;
}

/** A placeholder in quotes would be filled with text that has quotes of its own. */
function isRenderable(template: string): boolean {
  if (template.replaceAll(PLACEHOLDER, '').includes('<')) return false;
  try {
    JSON.parse(fill(template, undefined));
    return true;
  } catch {
    return false;
  }
}

function fill(template: string, event: unknown): string {
  return template.replaceAll(PLACEHOLDER, (_placeholder, path: string) =>
    JSON.stringify(valueAt(event, path.split('.')) ?? ''),
  );
}

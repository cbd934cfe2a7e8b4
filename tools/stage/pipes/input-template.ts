import { CommandError } from '../../command-line.ts';
import { isObject, valueAt } from './fields.ts';

const PLACEHOLDER = /<\$\.([\w.]+)>/g;

/** The detail of an event: a template filled from a record. */
export type Detail = Readonly<Record<string, unknown>>;

/**
 * Renders the template of a pipe whose placeholders are paths without quotes around them: text becomes a JSON string,
 * and a missing value an empty one. Throws a CommandError when the template holds any other kind of placeholder.
 */
export function compileTemplate(template: string): (event: unknown) => Detail {
  if (!isRenderable(template)) throw new CommandError(`A pipe's template has placeholders unknown here: ${template}`);
  return (event) => render(template, event);
}

/** A placeholder in quotes would be filled with text that has its own quotes. */
function isRenderable(template: string): boolean {
  if (template.replaceAll(PLACEHOLDER, '').includes('<')) return false;
  try {
    render(template, undefined);
    return true;
  } catch {
    return false;
  }
}

function render(template: string, event: unknown): Detail {
  const detail: unknown = JSON.parse(
    template.replaceAll(PLACEHOLDER, (_placeholder, path: string) =>
      JSON.stringify(valueAt(event, path.split('.')) ?? ''),
    ),
  );
  if (!isObject(detail)) throw new Error('the detail of an event is an object');
  return detail;
}

import { API_STATUS, type StatusName } from '../../../functions/domain/api-status.ts';
import { MEANINGS } from '../../code-meanings.ts';
import { growing } from './schema.ts';

/** A code that is always the same one. */
export function codeSchema(name: StatusName): object {
  return { title: name, description: MEANINGS[name], type: 'integer', const: API_STATUS[name].code };
}

/** One of these codes, or one of a later version; with the name of each beside it, as generators read them. */
export function codes(names: readonly StatusName[]): object {
  const all = names.map((name) => API_STATUS[name].code);
  const lines = names.map((name) => `- ${String(API_STATUS[name].code)} \`${name}\`: ${MEANINGS[name]}`);
  return { ...growing('integer', all, `Today:\n\n${lines.join('\n')}`), 'x-enum-varnames': names };
}

import { valueAt } from '../../../tools/stage/pipes/fields.ts';

/**
 * Whether a line fits a filter pattern of CloudWatch Logs, as far as the documents use it: fields of JSON that equal a text or
 * do not, joined by `&&`; `*` stands for anything. An empty pattern fits all; what is not JSON fits no other.
 */
export function fitsPattern(pattern: string, line: string): boolean {
  if (pattern === '') return true;
  const terms = pattern.replace(/^\{ (.*) \}$/, '$1').split(' && ');
  return terms.every((term) => {
    const { field = '', operator, text = '' } = TERM.exec(term)?.groups ?? {};
    if (operator === undefined) throw new Error(`a part of a pattern that is not understood: ${term}`);
    const value = valueAt(parsed(line), field.split('.'));
    if (typeof value !== 'string') return false;
    const fits = new RegExp(`^${text.replaceAll('*', '.*')}$`).test(value);
    return operator === '=' ? fits : !fits;
  });
}

const TERM = /^\$\.(?<field>[\w.]+) (?<operator>!?=) "(?<text>[\w.*]+)"$/;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

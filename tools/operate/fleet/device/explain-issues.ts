import type { BaseIssue } from 'valibot';

/** More would make the line hard to read; who mends these sees the next. */
const MOST = 3;

/** What is wrong with a record, by its fields and never by what they hold, which may be a secret. */
export function explainIssues(issues: readonly BaseIssue<unknown>[]): string {
  const texts = [...new Set(issues.map(explain))];
  const more = texts.length > MOST ? [`and ${String(texts.length - MOST)} more`] : [];
  return [...texts.slice(0, MOST), ...more].join('; ');
}

function explain(issue: BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  // The name of an unknown field is content too: a value may have slipped into its place.
  if (issue.expected === 'never') return `${fieldAt(keys.slice(0, -1))} has an unknown field`;
  if (issue.received === 'undefined') return `${fieldAt(keys)} is missing`;
  return issue.type === 'check' ? `${fieldAt(keys)} has a type or an id twice` : `${fieldAt(keys)} is invalid`;
}

function fieldAt(keys: readonly string[]): string {
  return keys.length === 0 ? 'record' : keys.join('.');
}

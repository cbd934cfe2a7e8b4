import { styleText } from 'node:util';
import { FleetError, UsageError } from '../fleet-error.ts';
import { plain } from './plain.ts';

/** An error in one line, for people or as JSON. */
export function errorLine(error: unknown, json: boolean): string {
  const text = plain(messageOf(error));
  return json ? JSON.stringify({ error: text }) : `${styleText('red', 'error:', { stream: process.stderr })} ${text}`;
}

/** What an error says. What is foreseen speaks for itself; of all else the kind is worth knowing too. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something unforeseen went wrong';
  if (error instanceof FleetError || error instanceof UsageError) return error.message;
  return [error.name, error.message || codeOf(error)].filter((part) => part !== '').join(': ');
}

/** Connections to a host with several addresses fail without a message. */
function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

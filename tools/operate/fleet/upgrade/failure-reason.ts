import { InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { End } from '../../../stage/device-gateway/reports.ts';

/** A reason as the device gateway may give one. Throws when it is none. */
export function failureReason(text: string): string {
  if (text.trim() !== '' && v.is(End, { state: 'failed', reason: text })) return text;
  throw new InvalidArgumentError('A reason has 1 to 256 characters.');
}

import { InvalidArgumentError } from 'commander';
import { SERIAL_NUMBER } from '../../../../functions/domain/device.ts';

/** A serial number as the API takes it. Throws when it is none. */
export function serialNumber(text: string): string {
  if (SERIAL_NUMBER.test(text)) return text;
  throw new InvalidArgumentError(
    'A serial number is 1 to 64 letters, digits, ".", "_" and "-", beginning with a letter or digit.',
  );
}

/** One more serial number of a list. Throws when it is none. */
export function serialNumbers(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), serialNumber(text)];
}

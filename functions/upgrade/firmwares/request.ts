import { Refusal } from '../../domain/refusal.ts';
import { LONGEST_TEXT } from '../told-text.ts';

/** Which firmwares are asked for: of this product, as far as it is given, and past this one. */
export interface FirmwareRequest {
  readonly familyId: number | undefined;
  readonly modelId: number | undefined;
  readonly hardwareVersion: string | undefined;
  /** The last firmware id of the page before. */
  readonly after: number | undefined;
}

const WHOLE_NUMBER = /^(0|-?[1-9][0-9]*)$/;
/** URLSearchParams puts U+FFFD for bytes that are not UTF-8. */
const TEXT = /^[^\p{Cc}\uFFFD]+$/u;

/**
 * The request that the text of a query holds. Other names are ignored; a value of another form, an empty one, and a name that
 * is sent twice are refused with INVALID_ARG.
 */
export function firmwareRequest(sent: string): FirmwareRequest {
  const query = new URLSearchParams(sent);
  return {
    familyId: valueOf(query, 'family-id', wholeNumber),
    modelId: valueOf(query, 'model-id', wholeNumber),
    hardwareVersion: valueOf(query, 'hardware-version', shortText),
    after: valueOf(query, 'after', firmwareIdIn),
  };
}

/** Where the next page begins, as callers are to send it: opaque, so that it may become something else. */
export function cursorAfter(firmwareId: number): string {
  return Buffer.from(String(firmwareId)).toString('base64url');
}

function firmwareIdIn(cursor: string): number | undefined {
  const id = wholeNumber(Buffer.from(cursor, 'base64url').toString());
  return id !== undefined && cursorAfter(id) === cursor ? id : undefined;
}

function valueOf<Value>(query: URLSearchParams, name: string, read: (text: string) => Value | undefined) {
  const [text, ...others] = query.getAll(name);
  if (text === undefined) return undefined;
  const value = others.length === 0 ? read(text) : undefined;
  if (value === undefined) throw new Refusal('INVALID_ARG');
  return value;
}

function wholeNumber(text: string): number | undefined {
  const number = Number(text);
  return WHOLE_NUMBER.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

/** One that is longer than any that callers are told is none of theirs. */
function shortText(text: string): string | undefined {
  return TEXT.test(text) && Array.from(text).length <= LONGEST_TEXT ? text : undefined;
}

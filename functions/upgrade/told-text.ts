/** In characters, so that the largest answer, of 1,000 entries, fits into that of Lambda, 6 MB. */
export const LONGEST_TEXT = 256;

/** A stored text as callers are told it: without control characters, and not cut within a character. */
export function toldText(text: string): string {
  const told = text.replaceAll(/\p{Cc}/gu, '');
  // Most are short, and taking apart those of 1,000 devices takes longer than all the rest of their reports.
  return told.length <= LONGEST_TEXT ? told : Array.from(told).slice(0, LONGEST_TEXT).join('');
}

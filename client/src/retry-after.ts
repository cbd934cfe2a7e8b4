/** The three date formats of RFC 9110, section 5.6.7: all are in GMT, though the last does not say so. */
const HTTP_DATE =
  /^([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT|([A-Z][a-z]{2} ){2}[ \d]\d [\d:]{8} \d{4})$/;

/** The milliseconds that `Retry-After` asks to wait, in seconds or until a date; 0 for anything else, or a past date. */
export function retryAfterMs(text: string | null | undefined): number {
  if (typeof text !== 'string') return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}

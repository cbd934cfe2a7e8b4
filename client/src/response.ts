/** Bytes after decompression, more than the largest answer has: no body of somebody else's fills the memory. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The whole body; undefined for one that is longer than any of this service. */
export async function textOf({ body }: Response): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let left = MAX_BODY_BYTES; ;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text + decoder.decode();
    left -= value.byteLength;
    if (left < 0) {
      await reader?.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A text as it may be printed: whatever answered in place of the service may have put terminal codes into it. */
export function printable(text: string): string {
  return text.replace(/[^ -~]/g, '?');
}

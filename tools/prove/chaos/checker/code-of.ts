import type { Ask } from './history.ts';

/** What a request was told of a device; nothing when it was refused as a whole: then the details only repeat that. */
export function codeOf({ answer }: Ask, sn: string): number | undefined {
  return answer?.status === 200 ? answer.codes[sn] : undefined;
}

/** Whether a request may have started an upgrade of a device without having been told so: by a 4, or by no answer. */
export function isUncertain(ask: Ask, sn: string): boolean {
  return ask.answer === undefined || codeOf(ask, sn) === 4;
}

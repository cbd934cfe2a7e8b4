import { jsonAnswer, type Answer } from '../../../functions/http/answer.ts';

/** What a device is told. */
export interface Detail {
  readonly sn: string;
  readonly result: number;
}

/** The documented answer to an accepted request. */
export function accepted(details: readonly Detail[]): Answer {
  return jsonAnswer(200, { result: 0, method: 'start-upgrade', details });
}

/** The documented answer to a caller without a session. */
export function notLoggedIn(): Answer {
  return jsonAnswer(401, { result: 37, method: 'start-upgrade', details: [] });
}

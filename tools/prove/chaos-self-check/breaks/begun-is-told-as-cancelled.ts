import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** Whoever cancels what has begun or ended is told that it is cancelled already. */
export const API_STATUS = { ...ORIGINAL, WRONG_STATE: { ...ORIGINAL.WRONG_STATE, code: ORIGINAL.REPEAT.code } };

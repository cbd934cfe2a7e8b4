import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** Cancelling an upgrade that has begun or ended is answered as already cancelled. */
export const API_STATUS = { ...ORIGINAL, WRONG_STATE: { ...ORIGINAL.WRONG_STATE, code: ORIGINAL.REPEAT.code } };

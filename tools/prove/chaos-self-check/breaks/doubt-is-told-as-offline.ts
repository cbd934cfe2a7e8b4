import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** An uncertain outcome is answered as an offline device. */
export const API_STATUS = { ...ORIGINAL, TRY_AGAIN: { ...ORIGINAL.TRY_AGAIN, code: ORIGINAL.DEVICE_LOST.code } };

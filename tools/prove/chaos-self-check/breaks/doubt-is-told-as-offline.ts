import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** Whoever should be told that nothing is certain is told that the device is away. */
export const API_STATUS = { ...ORIGINAL, TRY_AGAIN: { ...ORIGINAL.TRY_AGAIN, code: ORIGINAL.DEVICE_LOST.code } };

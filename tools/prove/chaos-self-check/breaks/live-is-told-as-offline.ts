import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** Whoever should be told of a live upgrade is told that the device is away. */
export const API_STATUS = { ...ORIGINAL, REPEAT: ORIGINAL.DEVICE_LOST, DEVICE_BUSY: ORIGINAL.DEVICE_LOST };

import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** A live upgrade is answered as an offline device. */
export const API_STATUS = { ...ORIGINAL, REPEAT: ORIGINAL.DEVICE_LOST, DEVICE_BUSY: ORIGINAL.DEVICE_LOST };

import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** A repeat is answered as another firmware being installed, and vice versa. */
export const API_STATUS = { ...ORIGINAL, REPEAT: ORIGINAL.DEVICE_BUSY, DEVICE_BUSY: ORIGINAL.REPEAT };

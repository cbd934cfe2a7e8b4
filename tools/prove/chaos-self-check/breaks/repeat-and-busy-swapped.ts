import { API_STATUS as ORIGINAL } from '../../../../functions/domain/api-status.ts';

/** A repeat is told that another firmware is being installed, and the other way round. */
export const API_STATUS = { ...ORIGINAL, REPEAT: ORIGINAL.DEVICE_BUSY, DEVICE_BUSY: ORIGINAL.REPEAT };

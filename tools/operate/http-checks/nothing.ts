/** A serial number that a device could have, and that none will ever be given. */
export const NO_DEVICE = 'no-such-device.black-box-check';

/** A firmware id that is valid, and far beyond all that will ever be given. */
export const NO_FIRMWARE = Number.MAX_SAFE_INTEGER;

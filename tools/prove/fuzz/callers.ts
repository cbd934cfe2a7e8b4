/** Who the fuzzer's callers are. The names are its own, so that its upgrades can be told from all others. */
export const CALLERS = {
  admin: { sid: 'fuzz-admin-session', uid: 'fuzz-admin' },
  user: { sid: 'fuzz-user-session', uid: 'fuzz-user' },
  expired: { sid: 'fuzz-expired-session', uid: 'fuzz-expired' },
} as const;

/** Names of those who may never start anything. */
export const POWERLESS: readonly string[] = [CALLERS.user.uid, CALLERS.expired.uid];

const DEVICES = 300;

/** Devices that the demo data's firmwares 21 and 22 fit; the fuzzer's own. */
export const DEVICE_SNS: readonly string[] = Array.from({ length: DEVICES }, (_, index) => `FUZZ-${String(index)}`);

/** The fuzzer's callers. Only the fuzzer uses these names, so that its upgrades can be told from all others. */
export const CALLERS = {
  admin: { sid: 'fuzz-admin-session', uid: 'fuzz-admin' },
  user: { sid: 'fuzz-user-session', uid: 'fuzz-user' },
  expired: { sid: 'fuzz-expired-session', uid: 'fuzz-expired' },
} as const;

/** Users who may never start or cancel anything. */
export const POWERLESS: readonly string[] = [CALLERS.user.uid, CALLERS.expired.uid];

/** The fuzzer's own devices, which the demo data's firmwares 21 and 22 fit. */
export const DEVICE_SNS: readonly string[] = Array.from({ length: 300 }, (_, index) => `FUZZ-${String(index)}`);

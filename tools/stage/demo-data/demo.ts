/** The cookies, devices and firmwares of the demo data that examples and tests name. */
export const DEMO = {
  admin: { sid: 'demo-admin-session', uid: 'demo-admin' },
  /** Cookies of a user who may read but not upgrade. */
  user: { sid: 'demo-user-session', uid: 'demo-user' },
  /** Cookies of a session that expired in 2020. */
  expired: { sid: 'demo-expired-session', uid: 'demo-admin' },
  /** Online devices of the same product: the firmwares below fit them all. */
  batch: ['A302190930002', 'A302190930003', 'A302190930004'],
  /** Online, and of a different product. */
  otherProduct: 'A302190930007',
  /** Online and of the same product as the batch; the examples leave it alone. */
  spareDevice: 'A302190930005',
  offlineDevice: 'A302190930006',
  firmwareId: 21,
  otherFirmwareId: 22,
  uploadingFirmwareId: 23,
  withdrawnFirmwareId: 24,
} as const;

import type { Check, Session } from '../http-checks/check.ts';

/** One rule of the interface, and how a stage shows that it keeps it. */
export interface Rule {
  /** Number and words of the interface, or of docs/api.md where the interface leaves it open. */
  readonly title: string;
  readonly checks: readonly Check[];
  /** Options without which there are no checks. */
  readonly needs?: string;
}

/** What the checks may use. */
export interface Subject {
  readonly admin: Session;
  /** A session without administrative rights. */
  readonly user?: Session | undefined;
  /** A registered device, online, that the firmware fits. */
  readonly sn: string;
  readonly firmwareId: number;
  /** A registered device of another product. */
  readonly otherSn?: string | undefined;
  /** A firmware that is registered but not available. */
  readonly unavailableFirmwareId?: number | undefined;
  /** Whether an upgrade of the device may be started. */
  readonly start: boolean;
}

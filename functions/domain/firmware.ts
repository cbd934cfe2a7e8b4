import type { ProductType } from './device.ts';

/** A version: printable, without `"` and `\`, so that it looks the same in an event whether a pipe escapes it or not. */
export const FIRMWARE_VERSION = /^[^"\\\p{C}\p{Zl}\p{Zp}]+$/u;
/** A location: a URI without credentials, query or fragment; a query may hold a signature. */
export const FILE_LOCATION = /^[A-Za-z][A-Za-z0-9+.-]*:(?!\/\/[^/]*@)(?:[\w.~!$&'()*+,;=:@/[\]-]|%[0-9A-Fa-f]{2})+$/;

/** What a device needs to fetch and check a firmware file; copied into each upgrade. */
export interface FirmwareFile {
  readonly version: string;
  /** Where the file is, as the firmware catalogue wrote it. */
  readonly location: string;
  readonly sizeBytes: number;
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
}

/** A firmware that can be installed: its file is in the cloud (interface 4.2, rule 1). */
export interface AvailableFirmware {
  readonly state: 'available';
  readonly firmwareId: number;
  readonly product: ProductType;
  readonly file: FirmwareFile;
}

/** What callers may know of a firmware: all but where its file is. */
export interface ListedFirmware {
  readonly firmwareId: number;
  readonly product: ProductType;
  readonly version: string;
  readonly state: 'available' | 'uploading' | 'withdrawn';
  readonly sizeBytes: number;
}

/** A firmware that is still uploading, was withdrawn, or whose record is incomplete. */
interface UnavailableFirmware {
  readonly state: 'unavailable';
}

export type Firmware = AvailableFirmware | UnavailableFirmware;

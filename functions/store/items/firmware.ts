/** A firmware, as the catalogue writes it: docs/data-contract.md. */
export interface FirmwareItem {
  /** Index that the firmware listing operation returns and start-upgrade takes. */
  firmwareId: number;
  familyId: number;
  modelId: number;
  hardwareVersion: string;
  version: string;
  state: 'available' | 'uploading' | 'withdrawn';
  location: string;
  sizeBytes: number;
  sha256: string;
}

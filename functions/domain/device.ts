/** What decides which firmware fits: devices of one batch must agree on all three (interface 4.2, rule 2). */
export interface ProductType {
  readonly familyId: number;
  readonly modelId: number;
  readonly hardwareVersion: string;
}

/** A registered device, as far as an upgrade needs to know it. */
export interface Device extends ProductType {
  readonly sn: string;
  readonly online: boolean;
  /** What the registry says it runs; undefined if that is not known. */
  readonly firmwareVersion?: string | undefined;
}

/** Shape of a serial number: letters, digits, `.`, `_` and `-`, at most 64, starting with a letter or digit. */
export const SERIAL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The texts that can be serial numbers. No others are looked up, as no device can have them. */
export function serialNumbersIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => SERIAL_NUMBER.test(text));
}

export function isSameProduct(one: ProductType, other: ProductType): boolean {
  return (
    one.familyId === other.familyId && one.modelId === other.modelId && one.hardwareVersion === other.hardwareVersion
  );
}

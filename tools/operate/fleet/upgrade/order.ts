/** Which devices are to have which firmware. */
export interface Order {
  readonly sns: readonly string[];
  readonly firmwareId: number;
}

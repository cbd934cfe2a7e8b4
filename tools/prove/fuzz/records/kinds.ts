import type fc from 'fast-check';
import type { FuzzStage } from '../stage/fuzz-stage.ts';
import type { WireItem } from './attribute-values.ts';
import { deviceKind } from './device-kind.ts';
import { firmwareKind } from './firmware-kind.ts';
import { sessionKind } from './session-kind.ts';
import { streamServersKind } from './stream-servers-kind.ts';
import { upgradeKind } from './upgrade-kind.ts';

/** Odd records of one kind, and what has to come of each. */
export interface RecordKind {
  readonly name: string;
  /** Items without their key. */
  readonly items: fc.Arbitrary<WireItem>;
  /**
   * Puts an item on record, asks for what depends on it, and says what is wrong with the answers. Undefined when the
   * engine does not take the item.
   * @param number of this try, for keys of its own
   */
  attempt(stage: FuzzStage, item: WireItem, number: number): Promise<readonly string[] | undefined>;
}

/** All kinds of records. */
export const KINDS: readonly RecordKind[] = [sessionKind, deviceKind, firmwareKind, upgradeKind, streamServersKind];

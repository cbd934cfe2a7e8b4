import type { CheckRequest } from '../../operate/http-checks/check.ts';

/** Names of the recorded responses: those of the document's components, an operation and an HTTP status each. */
type ResponseName = `${'List' | 'Upgrade'}${number}`;

/** Which of the recorder's gateways is asked: one stage that is well, and some that are not. */
export type GatewayName =
  'well' | 'unreachableTables' | 'unreachableUpgrades' | 'noSettings' | 'brokenFunction' | 'otherPayload';

/** One request to be recorded, and where its answer belongs. */
export interface Sample {
  /** Unique; the example's name in the document. */
  readonly name: string;
  /** One line for readers. */
  readonly summary: string;
  readonly response: ResponseName;
  readonly gateway: GatewayName;
  readonly request: CheckRequest;
}

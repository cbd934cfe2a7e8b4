import type { ApiRequest, Session } from '../requests.ts';

/** One request that shows a rule of the interface, and the answers that pass. */
export interface Case {
  /** The rule, in words that stand on their own. */
  readonly rule: string;
  /** What is asked for. If the answer is an example in the document, its summary. */
  readonly name: string;
  readonly request: ApiRequest;
  /** Any of these passes; each has a different HTTP status. */
  readonly passes: readonly Passing[];
  /** What of the subject the request uses; without it the case cannot be run. */
  readonly needs: readonly Need[];
  /** Whether it is part of the smoke check. */
  readonly quick?: boolean;
  /** What to do about codes that do not pass, where the cause may be what the check was given. */
  readonly advice?: Readonly<Record<number, string>>;
  /** The local stage that alone gives this answer; without one, any deployment does. */
  readonly stage?: StageName;
  /** Name of the answer as an example in the document. */
  readonly example?: string;
  /** The calls at the database that it costs, sorted. */
  readonly calls?: readonly string[];
}

/** An answer that passes, as far as the document leaves it open: all else is held to docs/openapi.yaml. */
export interface Passing {
  readonly status: number;
  /** `result`, the `status` of a list, or the `message` of the gateway. */
  readonly code: number | string;
  /** The entries of `details`, in order; undefined where they may be any. */
  readonly devices: readonly Told[] | undefined;
  /** Fields that each entry must have, though the document does not ask for them. */
  readonly fields?: readonly string[];
  /** The ids of firmwares that must be among the entries, which come by their ids. */
  readonly firmwareIds?: readonly number[];
}

/** A device, a roll-out or a field, and the codes that it may be told. */
export type Told = readonly [name: string, ...codes: readonly number[]];

/** A local stage: the healthy one with the demo data, or one with a fault. */
export type StageName =
  'demo' | 'unreachableTables' | 'refusedWrites' | 'noSettings' | 'behindFront' | 'brokenFunction' | 'otherPayload';

/** What the requests may use. */
export interface Subject {
  readonly admin: Session;
  /** A session without administrative rights. */
  readonly user: Session;
  /** A registered device, online, that the firmware fits. */
  readonly sn: string;
  readonly firmwareId: number;
  /** A firmware that is registered but not available. */
  readonly unavailableFirmwareId: number;
  /** Two registered devices of different products. The firmware fits the first. */
  readonly unlike: readonly [string, string];
  /** A device that is only named in requests which must be refused: an unregistered one where a stage is not ours. */
  readonly bystander: string;
  /** A device that is kept for trying claims, and a firmware that fits it. */
  readonly kept: readonly [sn: string, firmwareId: number];
  /** Whether an upgrade of the device may be started. */
  readonly start: true;
}

export type Need = Exclude<keyof Subject, 'bystander'>;

/** A case without its rule. */
export type Check = Omit<Case, 'rule' | 'needs'> & Partial<Pick<Case, 'needs'>>;

/** The cases that show a rule. All need what the rule needs, and each what it needs besides. */
export function rule(title: string, needs: readonly Need[], ...checks: readonly Check[]): readonly Case[] {
  return checks.map((check) => ({ rule: title, ...check, needs: [...needs, ...(check.needs ?? [])] }));
}

export function check(
  name: string,
  request: ApiRequest,
  passes: Passing | readonly Passing[],
  more: Omit<Partial<Check>, 'name' | 'request' | 'passes'> = {},
): Check {
  return { name, request, passes: [passes].flat(), ...more };
}

/** A check that the smoke check makes too. */
export function quick(of: Check): Check {
  return { ...of, quick: true };
}

/** A check on a local stage alone, whose answer is an example. */
export function onStage(
  stage: StageName,
  example: string,
  ...[name, request, passes]: [name: string, request: ApiRequest, passes: Passing]
): Check {
  return check(name, request, passes, { stage, example });
}

/** A list with its six entries. */
export const LISTED: Passing = { status: 200, code: 0, devices: [] };

/** The gateway's own answer where there is no route. */
export const NO_ROUTE = byGateway(404, 'Not Found');

/** An answer of the gateway itself. */
export function byGateway(status: number, message: string): Passing {
  return { status, code: message, devices: [] };
}

/** A request that is refused as a whole, with the same code for each of these devices, or for a roll-out or field. */
export function refused(status: number, code: number, ...sns: readonly string[]): Passing {
  return { status, code, devices: sns.map((sn) => [sn, code]) };
}

/** A request that is accepted, with an entry for each device, or for a roll-out. */
export function told(...devices: readonly Told[]): Passing {
  return { status: 200, code: 0, devices };
}

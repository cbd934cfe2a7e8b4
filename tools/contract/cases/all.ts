import { DEMO } from '../../stage/demo-data/demo.ts';
import { NO_DEVICE, NO_FIRMWARE } from '../requests.ts';
import type { Case, Need, Subject } from './case.ts';
import { claimCases } from './claims.ts';
import { demoStory } from './demo-story.ts';
import { firmwareCases } from './get-all-firmwares.ts';
import { rolloutCases } from './rollouts.ts';
import { startUpgradeCases } from './start-upgrade.ts';
import { streamServerCases } from './stream-servers.ts';
import { cancelCases, dryRunCases, historyCases, statusCases } from './upgrade-operations.ts';

/** What a run has of the subject. */
export type Given = { readonly [Key in keyof Subject]?: Subject[Key] | undefined };

/** The demo data: the subject of a local stage of one's own. */
export const DEMO_SUBJECT: Omit<Subject, 'kept'> = {
  admin: DEMO.admin,
  user: DEMO.user,
  sn: DEMO.batch[0],
  firmwareId: DEMO.firmwareId,
  unavailableFirmwareId: DEMO.withdrawnFirmwareId,
  unlike: [DEMO.spareDevice, DEMO.otherProduct],
  bystander: DEMO.spareDevice,
  start: true,
};

/** Stands where nothing is given. Cases that need it are not run, and could do no harm. */
const NOTHING: Subject = {
  admin: { sid: '', uid: '' },
  user: { sid: '', uid: '' },
  sn: NO_DEVICE,
  firmwareId: NO_FIRMWARE,
  unavailableFirmwareId: NO_FIRMWARE,
  unlike: [NO_DEVICE, NO_DEVICE],
  bystander: NO_DEVICE,
  kept: [NO_DEVICE, NO_FIRMWARE],
  start: true,
};

const CASES = [
  streamServerCases,
  demoStory,
  startUpgradeCases,
  dryRunCases,
  cancelCases,
  statusCases,
  historyCases,
  firmwareCases,
  rolloutCases,
];

/** All cases, those of a kept device only if there is one. The upgrade that start-upgrade starts is there for those after it. */
export function casesFor(given: Given): readonly Case[] {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const cases = given.kept === undefined ? CASES : [...CASES, claimCases];
  return cases.flatMap((casesOf) => casesOf({ ...NOTHING, ...present }));
}

/** What a case needs and is not given. */
export function missingFor({ needs }: Pick<Case, 'needs'>, given: Given): readonly Need[] {
  return needs.filter((need) => given[need] === undefined);
}

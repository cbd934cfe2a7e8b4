import { hash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ProductType } from '../../../functions/domain/device.ts';
import type { DeviceItem } from '../../../functions/store/items/device.ts';
import type { FirmwareItem } from '../../../functions/store/items/firmware.ts';
import type { SessionItem } from '../../../functions/store/items/session.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { putAll } from '../../batch-write.ts';
import type { TableNames } from '../tables.ts';
import { DEMO } from './demo.ts';
import { streamServers } from './stream-servers.ts';

/** The product types of the demo fleet; the first is the main one. */
export const encoder: ProductType = { familyId: 3, modelId: 2, hardwareVersion: '1.0' };
const encoderRevised: ProductType = { familyId: 3, modelId: 2, hardwareVersion: '2.0' };
const decoder: ProductType = { familyId: 7, modelId: 1, hardwareVersion: '1.0' };

export const devices: readonly DeviceItem[] = [
  // The stage's `deviceSn`: the bare base URL stands for it.
  device('A302190930001', encoder, '2.3.0'),
  ...DEMO.batch.map((sn) => device(sn, encoder, '2.3.0')),
  device(DEMO.spareDevice, encoder, '2.4.0'),
  { ...device(DEMO.offlineDevice, encoder, '2.3.0'), online: false },
  device('A302190930007', encoderRevised, '3.0.0'),
  device('A302190930008', encoderRevised, '3.0.1'),
  device('B702190930009', decoder, '1.8.0'),
  device('B702190930010', decoder, '1.8.0'),
  { ...device('B702190930011', decoder, '1.8.2'), online: true },
];

function device(sn: string, product: ProductType, firmwareVersion: string): DeviceItem {
  const servers = streamServers[sn];
  return { sn, ...product, firmwareVersion, ...(servers && { streamServers: [...servers] }) };
}

export const firmwares: readonly FirmwareItem[] = [
  firmware(DEMO.firmwareId, encoder, '2.4.0', 'available'),
  firmware(DEMO.otherFirmwareId, encoder, '2.5.0', 'available'),
  firmware(DEMO.uploadingFirmwareId, encoder, '2.6.0', 'uploading'),
  firmware(DEMO.withdrawnFirmwareId, encoder, '2.3.0', 'withdrawn'),
  firmware(31, encoderRevised, '3.0.1', 'available'),
  firmware(41, decoder, '1.8.2', 'available'),
];

function firmware(id: number, product: ProductType, version: string, state: FirmwareItem['state']): FirmwareItem {
  const folder = [product.familyId, product.modelId, product.hardwareVersion].join('-');
  const location = `s3://demo-firmwares/${folder}/${version}.bin`;
  const sha256 = hash('sha256', location, 'hex');
  return { firmwareId: id, ...product, version, state, location, sizeBytes: 48_000_000 + id, sha256 };
}

/** In 29 days: `staging` and `prod` refuse sessions that last longer than 30, and their assemblies can be served too. */
const LIVE = Math.floor(Date.now() / 1000) + 29 * 24 * 60 * 60;

/** 1 January 2020. */
const ENDED = 1_577_836_800;

export const sessions: readonly SessionItem[] = [
  session(DEMO.admin, 'admin', LIVE),
  session(DEMO.user, 'user', LIVE),
  session(DEMO.expired, 'admin', ENDED),
];

function session(
  { sid, uid }: { sid: string; uid: string },
  role: SessionItem['role'],
  expiresAt: number,
): SessionItem {
  return { sidHash: sidHash(sid), userName: uid, role, expiresAt };
}

const demoData = { sessions, devices, firmwares };

type Role = keyof typeof demoData;

/** Puts the demo items into the tables of these roles. Doing so again restores them and leaves all other items alone. */
export async function loadDemoData(
  documents: DynamoDBDocumentClient,
  tables: Pick<TableNames, Role>,
  roles: readonly Role[] = ['sessions', 'devices', 'firmwares'],
): Promise<void> {
  for (const role of roles) await putAll(documents, tables[role], demoData[role]);
}

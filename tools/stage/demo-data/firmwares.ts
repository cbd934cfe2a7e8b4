import { hash } from 'node:crypto';
import type { ProductType } from '../../../functions/domain/device.ts';
import type { FirmwareItem } from '../../../functions/store/items.ts';
import { DEMO } from './demo.ts';
import { decoder, encoder, encoderRevised } from './products.ts';

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

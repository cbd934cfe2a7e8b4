import type { ProductType } from '../../../functions/domain/device.ts';
import type { DeviceItem } from '../../../functions/store/items.ts';
import { DEMO } from './demo.ts';
import { decoder, encoder, encoderRevised } from './products.ts';
import { streamServers } from './stream-servers.ts';

export const devices: readonly DeviceItem[] = [
  // The stage's `deviceSn`: the bare base URL speaks for it.
  device('A302190930001', encoder, '2.3.0'),
  ...DEMO.batch.map((sn) => device(sn, encoder, '2.3.0')),
  device('A302190930005', encoder, '2.4.0'),
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

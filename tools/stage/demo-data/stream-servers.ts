import type { StreamServerItem } from '../../../functions/store/items/device.ts';

/**
 * Stream servers by serial number: every type, configured and not configured. A type that is not named has not been set; of the
 * devices that are not named, none has ever been reported.
 */
export const streamServers: Readonly<Record<string, readonly StreamServerItem[]>> = {
  // Devices report servers in any order, with ids beyond 32 bits.
  A302190930001: [
    {
      type: 4,
      id: 5_812_350_004,
      name: 'Town hall',
      url: 'rtmp://live.example.com/app',
      streamKey: 'demo-stream-key-4',
    },
    { type: 1, id: 5_812_350_001, name: 'Main channel', streamKey: 'demo-stream-key-1' },
    // No stream key.
    { type: 2, id: 5_812_350_002, name: 'Second channel', url: 'https://video.example.com/live' },
    {
      type: 3,
      id: 5_812_350_003,
      name: 'Community',
      streamKey: 'demo-stream-key-3',
      url: 'rtmps://live.example.org/rtmp',
    },
    { type: 5, id: 5_812_350_005, name: 'Studio link', address: 'studio.example.com', port: 9_000, latencyMs: 120 },
    { type: 6, id: 5_812_350_006, name: 'Control room', sourceName: 'ENCODER 1 (Main)' },
  ],
  A302190930002: [
    // None is configured: a blank stream key, a URL without a host, nothing set, no user name, no address, no source name.
    { type: 1, id: 101, streamKey: '   ' },
    { type: 2, id: 102, streamKey: 'demo-stream-key-2', url: 'https://' },
    { type: 3, id: 103 },
    { type: 4, id: 104, url: 'rtmps://live.example.com/app', streamKey: 'demo-stream-key-4', authentication: true },
    { type: 5, id: 105, address: '0.0.0.0', port: 9_000 },
    { type: 6, id: 106 },
  ],
  // All configured.
  A302190930004: [
    { type: 2, id: 202, streamKey: 'demo-stream-key-2' },
    {
      type: 4,
      id: 204,
      name: 'Paid channel',
      url: 'rtmps://live.example.com/app',
      streamKey: 'demo-stream-key-4',
      authentication: true,
      userName: 'demo',
      password: 'demo-password',
    },
    {
      type: 5,
      id: 205,
      name: 'Incoming',
      mode: 'listener',
      port: 7_001,
      encryption: true,
      passphrase: 'demo-passphrase-1',
    },
    {
      type: 6,
      id: 206,
      sourceName: 'ENCODER 4',
      discovery: true,
      discoveryAddress: '192.0.2.10',
      multicast: true,
      multicastAddress: '239.255.0.1',
    },
  ],
};

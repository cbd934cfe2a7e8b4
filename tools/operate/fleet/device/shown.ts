/** What the tool shows of a device beside its stream servers. */
export const SHOWN = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'firmwareVersion', 'online'] as const;

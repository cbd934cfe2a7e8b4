/** Source of all events on the bus of a stage. */
export const EVENT_SOURCE = 'stream-fleet';

/** Detail types of the events of upgrades. */
export const UPGRADE_EVENTS = { requested: 'UpgradeRequested', finished: 'UpgradeFinished' } as const;

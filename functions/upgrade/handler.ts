import { createClient } from '../store/client.ts';
import { startUpgradePipeline } from './start/pipeline.ts';
import type { StartUpgradeServices } from './start/services.ts';
import { wire } from './start/wire.ts';

// Once per container: its connections are kept from request to request.
const client = createClient({ cacheMiddleware: true });
let services: StartUpgradeServices | undefined;

/** start-upgrade (interface 4.2), as Lambda calls it. */
export const handler = startUpgradePipeline(() => (services ??= wire(process.env, client)));

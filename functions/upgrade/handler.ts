import { createClient } from '../store/client.ts';
import { createServices, type UpgradeServices } from './services.ts';
import { startUpgradePipeline } from './start/pipeline.ts';

// Once per container: its connections are kept from request to request.
const client = createClient();
let services: UpgradeServices | undefined;

/** start-upgrade (interface 4.2), as Lambda calls it. */
export const handler = startUpgradePipeline(() => (services ??= createServices(process.env, client)));

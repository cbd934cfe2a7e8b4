import { createClient } from '../store/client.ts';
import { upgradeOperations } from './operations.ts';
import { createServices, type UpgradeServices } from './services.ts';

// Once per container: its connections are kept from request to request.
const client = createClient();
let services: UpgradeServices | undefined;

/** start-upgrade (interface 4.2) and its companions, as Lambda calls them. */
export const handler = upgradeOperations(() => (services ??= createServices(process.env, client)));

import { createClient } from '../store/client.ts';
import { rolloutOperations } from './operations.ts';
import { createCallerServices, type RolloutCallerServices } from './services.ts';

// Once per container: its connections are kept from request to request.
const client = createClient();
let services: RolloutCallerServices | undefined;

/** The operations on roll-outs, as Lambda calls them. */
export const handler = rolloutOperations(() => (services ??= createCallerServices(process.env, client)));

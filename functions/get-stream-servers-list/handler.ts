import { createClient } from '../store/client.ts';
import { getStreamServersListPipeline } from './pipeline.ts';
import { createServices, type ListServices } from './services.ts';

// Once per container: its connections are kept from request to request.
const client = createClient();
let services: ListServices | undefined;

/** getStreamServersList (interface 4.1), as Lambda calls it. */
export const handler = getStreamServersListPipeline(() => (services ??= createServices(process.env, client)));

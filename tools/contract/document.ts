import packageJson from '../../package.json' with { type: 'json' };
import { SERIAL_NUMBER } from '../../functions/domain/device.ts';
import { DEMO } from '../stage/demo-data/demo.ts';
import { paths } from './operations.ts';
import { gatewaySchemas } from './responses/gateway.ts';
import { headers } from './responses/response.ts';
import { responseComponents } from './responses/responses.ts';
import { apiStatusSchemas } from './schemas/api-status.ts';
import { listSchemas } from './schemas/list.ts';
import { upgradeSchemas } from './schemas/upgrade.ts';
import { API_TEXT } from './texts.ts';

/** The OpenAPI document of the API. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Stream fleet API', version: packageJson.version, description: API_TEXT },
    servers: [
      { url: 'http://127.0.0.1:3000', description: 'The local stage: npm start' },
      {
        url: 'https://{host}',
        description: "A deployed stage: the stack's output ApiUrl",
        variables: { host: { default: 'stage.invalid' } },
      },
    ],
    tags: [
      {
        name: 'Stream servers',
        description: 'Which stream servers a device has, and which are completely configured.',
      },
      { name: 'Upgrades', description: 'Firmware upgrades, exactly one per device however often they are asked for.' },
    ],
    paths,
    components: {
      securitySchemes: {
        cloudSid: cookie('cloud-sid', 'The session id. The value is percent-decoded once.'),
        cloudUid: cookie('cloud-uid', 'The name of the logged-in user, who must be the one of the session.'),
      },
      parameters: { sn: serialNumberParameter() },
      headers,
      responses: responseComponents(),
      schemas: { ...upgradeSchemas, ...listSchemas, ...apiStatusSchemas(), ...gatewaySchemas },
    },
  };
}

function cookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description };
}

function serialNumberParameter() {
  return {
    name: 'sn',
    in: 'path',
    required: true,
    description: 'Serial number of the device, case-sensitive. One that can be none is answered like an unknown one.',
    schema: { type: 'string', pattern: SERIAL_NUMBER.source },
    example: DEMO.batch[0],
  };
}

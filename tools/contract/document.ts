import packageJson from '../../package.json' with { type: 'json' };
import { SERIAL_NUMBER } from '../../functions/domain/device.ts';
import { REQUEST_KEY } from '../../functions/domain/request-key.ts';
import { DEMO } from '../stage/demo-data/demo.ts';
import { examplesWith, type Bodies } from './examples.ts';
import { paths } from './paths.ts';
import { gatewaySchemas } from './responses/gateway.ts';
import { headers, responseComponents } from './responses/responses.ts';
import { firmwareSchemas } from './schemas/firmware.ts';
import { listSchemas } from './schemas/list.ts';
import { rolloutSchemas } from './schemas/rollout.ts';
import { upgradeSchemas } from './schemas/upgrade.ts';

const API_TEXT = `Lists the stream servers of devices, starts firmware upgrades exactly once per device, tells how they are, and cancels them.
Rolls firmware out to many devices, in waves.

HTTP 200 and the top-level code 0 always go together. Texts are fixed; of what was sent, only serial numbers and ids of
roll-outs come back, so escape them where they are shown. Unknown paths and methods get the gateway's own 404. Answers may gain fields without notice: ignore those you do not know. docs/compatibility.md
says what else may change, and how it is announced.

Every answer has the header \`apigw-requestid\`. Give it to the operators when something looks wrong.

If the answer says 0 or 1 for a device, exactly one upgrade of it is on record; if it says 4, asking again is safe; if
it says anything else, this request started none. If a cancellation answers 0 or 1 for a device, that upgrade never begins.`;

/** The OpenAPI document of the API, with these bodies for examples. */
export function openApiDocument(bodies: Bodies): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stream fleet API',
      version: packageJson.version,
      description: API_TEXT,
      contact: { name: 'The team that runs your stage' },
      // No licence was granted to anybody; the identifier is SPDX's form for one that is not on its list.
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
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
      { name: 'Firmwares', description: 'What may be installed, and on which devices.' },
      { name: 'Upgrades', description: 'Firmware upgrades, exactly one per device however often they are asked for.' },
      { name: 'Roll-outs', description: 'Upgrades of many devices, in waves, that go on and stop by themselves.' },
    ],
    paths,
    components: {
      securitySchemes: {
        cloudSid: cookie(
          'cloud-sid',
          'The session id. The value is percent-decoded once: percent-encode all that is not ASCII. Both cookies go in one ' +
            'header: `Cookie: cloud-sid=...; cloud-uid=...`. A generated client that sends one alone gets 37.',
        ),
        cloudUid: cookie(
          'cloud-uid',
          'The name of the logged-in user, who must be the one of the session. Encoded likewise.',
        ),
      },
      parameters: { sn: serialNumberParameter(), idempotencyKey: idempotencyKeyParameter() },
      headers,
      responses: responseComponents(examplesWith(bodies)),
      schemas: { ...upgradeSchemas, ...rolloutSchemas, ...firmwareSchemas, ...listSchemas, ...gatewaySchemas },
    },
  };
}

function cookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description };
}

/** As most services take it. In quotes, as the draft of the IETF has it, it is the same key. */
function idempotencyKeyParameter() {
  const key = REQUEST_KEY.source.slice(1, -1);
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      "The caller's key for what it intends: a new one for each intent, the same in each repeat of the request. For a device whose last " +
      'upgrade on record was started under this key, to this firmware, the answer is 1, and nothing is started, whatever became of it. ' +
      'May stand in one pair of double quotes, which are no part of it. The retry of devices that failed needs another key.',
    schema: { type: 'string', pattern: `^(?:${key}|"${key}")$` },
    example: 'spring-update-7f3a',
  };
}

function serialNumberParameter() {
  return {
    name: 'sn',
    in: 'path',
    required: true,
    description:
      'Serial number of the device, case-sensitive. One that no device can have is answered like an unknown one.',
    schema: { type: 'string', pattern: SERIAL_NUMBER.source },
    example: DEMO.batch[0],
  };
}

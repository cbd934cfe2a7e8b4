/** Fastify with its Lambda adapter and AJV in place of middy and valibot; stores and rules are ours. */
import awsLambdaFastify from '@fastify/aws-lambda';
import { parseCookie } from 'cookie';
import fastify from 'fastify';
import { accepted } from '../../../functions/upgrade/respond.ts';
import { startUpgrade } from '../../../functions/upgrade/start/start-upgrade.ts';
import { createServices } from '../../../functions/upgrade/services.ts';
import { createClient } from '../../../functions/store/client.ts';

const services = createServices(process.env, createClient());
const app = fastify({ bodyLimit: services.maxBodyBytes });

const body = {
  type: 'object',
  required: ['sn', 'firmware-id'],
  properties: {
    sn: {
      type: 'array',
      minItems: 1,
      maxItems: services.maxBatchSize,
      items: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
    },
    'firmware-id': { type: 'integer', minimum: 1 },
  },
};

interface Body {
  readonly sn: readonly string[];
  readonly 'firmware-id': number;
}

// Checked before the body is read, as in ours.
app.addHook('onRequest', async (request, reply) => {
  const cookies = parseCookie(request.headers.cookie ?? '');
  const session = await services.sessions.find(cookies['cloud-sid'] ?? '');
  if (session !== undefined && session.userName === cookies['cloud-uid'] && session.role === 'admin') return;
  await reply.code(401).send({ result: 37, method: 'start-upgrade', details: [] });
});

app.post<{ Body: Body }>('/sc_cloud/upgrade/start', { schema: { body } }, async (request, reply) => {
  const { sn, 'firmware-id': firmwareId } = request.body;
  const { 'cloud-uid': userName = '' } = parseCookie(request.headers.cookie ?? '');
  const caller = { userName, remainingMs: () => 25_000 };
  const outcome = await startUpgrade({ sns: [...new Set(sn)], firmwareId }, services, caller);
  return reply.header('cache-control', 'no-store').send(accepted('start-upgrade', outcome));
});

/** start-upgrade, behind a web framework. */
export const handler = awsLambdaFastify(app);

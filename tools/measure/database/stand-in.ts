import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { marshall } from '@aws-sdk/util-dynamodb';
import { firmwares, sessions } from '../../stage/demo-data/items.ts';
import { listen } from '../../stage/listen.ts';
import { tableNames } from '../../stage/tables.ts';
import type { Template } from '../../stage/template.ts';
import { StandInAnswers } from './stand-in-answers.ts';
import { deviceItem, serialNumbers, type TestDatabase } from './test-database.ts';

const ANSWER_MS = 5;

/**
 * Starts a stand-in for DynamoDB that answers every call after a fixed time, however many come at once. It knows an
 * administrator, a firmware and every device, and ends with the scope.
 */
export async function startStandIn(scope: AsyncDisposableStack, template: Template): Promise<TestDatabase> {
  const tables = tableNames(template);
  const answers = new StandInAnswers({
    [tables.sessions]: marshall({ ...sessions[0] }),
    [tables.firmwares]: marshall({ ...firmwares[0] }),
    [tables.devices]: marshall(deviceItem('any')),
  });
  // Connections stay open while a subject waits for its turn.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void answer(answers, request, response);
  });
  const port = await listen(server, 0);
  scope.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const take = serialNumbers();
  return {
    name: 'stand-in',
    endpoint: `http://127.0.0.1:${String(port)}`,
    devices: (size, batches) => Promise.resolve(take(size, batches)),
  };
}

async function answer(answers: StandInAnswers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const due = performance.now() + ANSWER_MS;
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const { status, body } = answers.answer(operation, await text(request));
  const reply = JSON.stringify(body);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(reply) };
  setTimeout(() => response.writeHead(status, headers).end(reply), Math.max(0, due - performance.now()));
}

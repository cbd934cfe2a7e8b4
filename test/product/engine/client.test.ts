import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createClient } from '../../../functions/store/client.ts';
import { documentClient } from '../../../functions/store/document-client.ts';
import { lambdaEnvironment, patientClient } from '../../support/database.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** A database that does whatever a test wants, down to its sockets. */
let server: TestServer;
let client: DynamoDBDocumentClient;
/** What becomes of the calls, in order of arrival; further ones are answered. */
let fates: ((response: ServerResponse) => void)[];
let calls: number;
let sockets: Set<Socket>;

const ITEM = JSON.stringify({ Item: { sn: { S: 'SN1' } } });
const HEAD = { 'content-type': 'application/x-amz-json-1.0', 'content-length': ITEM.length };

const answer = (response: ServerResponse) => {
  response.writeHead(200, HEAD).end(ITEM);
};

beforeEach(async () => {
  fates = [];
  calls = 0;
  sockets = new Set();
  server = await startServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      (fates.shift() ?? answer)(response);
    });
  });
  server.server.on('connection', (socket) => sockets.add(socket));
  lambdaEnvironment(server.url);
  client = documentClient(createClient());
});
afterEach(async () => {
  client.destroy();
  await server.close();
});

const get = (abortSignal?: AbortSignal) =>
  client.send(new GetCommand({ TableName: 'devices', Key: { sn: 'SN1' } }), abortSignal && { abortSignal });

test('Calls one after the other share a connection', async () => {
  expect((await get()).Item).toEqual({ sn: 'SN1' });
  await get();
  await get();
  expect([calls, sockets.size]).toEqual([3, 1]);
});

test('There are never more than 256 connections, however many calls are made at once', async () => {
  client.destroy();
  client = documentClient(patientClient());
  const caller = new AbortController();
  fates = Array.from({ length: 300 }, () => () => undefined);
  const pending = Promise.allSettled(Array.from({ length: 300 }, () => get(caller.signal)));
  await until(() => calls === 256);
  // Time for a 257th, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([calls, sockets.size]).toEqual([256, 256]);
  caller.abort();
  await pending;
});

describe('An attempt is given up after two seconds, and the next one made', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['when nothing comes', () => undefined],
    [
      'when the answer breaks off in silence',
      (response) => {
        response.writeHead(200, HEAD).write(ITEM.slice(0, 9));
      },
    ],
    [
      'when there are signs of life, but no answer',
      (response) => {
        const { socket } = response;
        const signs = setInterval(() => socket?.write('HTTP/1.1 100 Continue\r\n\r\n'), 250);
        const end = setTimeout(answer, 5_000, response);
        socket?.on('close', () => {
          clearInterval(signs);
          clearTimeout(end);
        });
      },
    ],
  ])('%s', async (_what, fate) => {
    fates = [fate];
    expect((await get()).Item).toEqual({ sn: 'SN1' });
    expect(calls).toBe(2);
  });
});

test('An answer that takes a second is waited for', async () => {
  fates = [(response) => setTimeout(answer, 1_000, response)];
  expect((await get()).Item).toEqual({ sn: 'SN1' });
  expect(calls).toBe(1);
});

test('After three attempts a call fails', async () => {
  fates = Array.from({ length: 9 }, () => (response: ServerResponse) => {
    response.destroy();
  });
  await expect(get()).rejects.toThrow();
  expect(calls).toBe(3);
});

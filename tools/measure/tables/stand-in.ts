/**
 * Runs in a process of its own, so that it takes no CPU time from its callers. Answers every call after a fixed time,
 * however many come at once. Its first message has the recorded items; it replies with its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../stage/listen.ts';
import { StandInAnswers, type Recorded } from './stand-in-answers.ts';

const ANSWER_MS = 5;

process.once('message', (recorded: Recorded) => {
  void serve(new StandInAnswers(recorded));
});
// The pipe to the parent closes however the parent ends.
process.once('disconnect', () => process.exit());

async function serve(answers: StandInAnswers): Promise<void> {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void answer(answers, request, response);
  });
  process.send?.({ port: await listen(server, 0) });
}

async function answer(answers: StandInAnswers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const due = performance.now() + ANSWER_MS;
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const { status, body } = answers.answer(operation, (await buffer(request)).toString());
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(text) };
  setTimeout(() => response.writeHead(status, headers).end(text), Math.max(0, due - performance.now()));
}

import { writeFile } from 'node:fs/promises';
import { readDocument } from '../../tools/contract/openapi-file.ts';
import { startEngine } from '../../tools/stage/engine.ts';
import { startStage } from '../../tools/stage/stage.ts';
import { devAssembly, synthesiseOnce } from './assemblies.ts';
import { storedDocument } from './contract.ts';
import { run } from './run.ts';
import { startServer } from './server.ts';

/** Once for the whole run: starts the one local stage that the tests share, with demo data, on any free port. */
export default async function setUp(): Promise<void> {
  const [engine] = await Promise.all([startEngine(run.scope), synthesiseOnce(run.scope)]);
  const { url, dynamodbEndpoint, region, tables } = await startStage(run.scope, {
    assembly: await devAssembly(),
    engine,
    pages: true,
    onLog: (line) => run.output.push(line),
    onEvent: (event) => run.events.push(event),
  });
  await writeFile(storedDocument(), JSON.stringify(readDocument()));
  const events = await startServer(({ url: path = '' }, response) => {
    const sn = decodeURIComponent(path.slice(1));
    response.end(JSON.stringify(run.events.filter(({ detail }) => detail['sn'] === sn)));
  });
  run.scope.use(events);
  process.env['TEST_EVENTS'] = events.url;
  process.env['TEST_STAGE'] = JSON.stringify({ url, dynamodbEndpoint, region, tables });
}

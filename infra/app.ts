import { createApp } from './create-app.ts';

try {
  createApp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

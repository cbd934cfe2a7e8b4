import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { Sample } from './samples.ts';
import type { Verdict } from './verdict.ts';

/** Writes the samples as CSV and as a chart, and what they were judged to be as JSON. */
export async function writeResults(
  folder: string,
  samples: readonly Sample[],
  verdicts: readonly Verdict[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'soak.csv'), csv(samples));
  await writeFile(join(folder, 'soak.svg'), chart(samples));
  await writeFile(join(folder, 'soak.json'), `${JSON.stringify({ seconds: samples.length, verdicts }, null, 2)}\n`);
}

function csv(samples: readonly Sample[]): string {
  const names = Object.keys(samples[0] ?? {});
  const lines = samples.map((sample) =>
    Object.values(sample).map((value: number) => String(Math.round(value * 100) / 100)),
  );
  return [names, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

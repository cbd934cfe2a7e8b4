import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measure, Sample, Verdict } from './verdict.ts';

/** Writes the samples as CSV and as a chart, and the verdicts as JSON. */
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

const WIDTH = 800;
const HEIGHT = 110;
const LEFT = 150;

const PANELS: readonly { measure: Measure; title: string }[] = [
  { measure: 'rssMb', title: 'memory, MB' },
  { measure: 'heapMb', title: 'functions’ heap, MB' },
  { measure: 'sockets', title: 'sockets' },
  { measure: 'handles', title: 'handles' },
  { measure: 'loopDelayMs', title: 'loop delay p99, ms' },
  { measure: 'p50Ms', title: 'latency p50, ms' },
  { measure: 'p99Ms', title: 'latency p99, ms' },
];

/** All measures over time, one panel each from 0 up to the largest value, as SVG. */
function chart(samples: readonly Sample[]): string {
  const panels = PANELS.map(({ measure, title }, index) => panel(samples, measure, title, index * HEIGHT));
  const height = PANELS.length * HEIGHT + 20;
  const end = `<text x="${String(WIDTH)}" y="${String(height - 5)}" text-anchor="end">${String(samples.length)} s</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH + 10)} ${String(height)}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    ...panels,
    end,
    '</svg>\n',
  ].join('\n');
}

function panel(samples: readonly Sample[], measure: Measure, title: string, top: number): string {
  const most = Math.max(1, ...samples.map((sample) => sample[measure]));
  const bottom = top + HEIGHT - 10;
  const points = samples.map((sample, index) => {
    const x = LEFT + ((WIDTH - LEFT) * index) / Math.max(1, samples.length - 1);
    return `${x.toFixed(1)},${(bottom - ((HEIGHT - 25) * sample[measure]) / most).toFixed(1)}`;
  });
  return [
    `<text x="5" y="${String(bottom)}">${title}</text>`,
    `<text x="${String(LEFT - 5)}" y="${String(top + 22)}" text-anchor="end">${most.toFixed(0)}</text>`,
    `<line x1="${String(LEFT)}" y1="${String(bottom)}" x2="${String(WIDTH)}" y2="${String(bottom)}" stroke="silver"/>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="steelblue"/>`,
  ].join('\n');
}

import type { Ledger } from '../measure/ledger.ts';
import { BATCHES, shown, UPGRADERS } from './figures.ts';

const COLOURS = ['#0b7285', '#868e96', '#2f9e44', '#e8590c', '#c92a2a', '#5f3dc4'];
const WIDTH = 820;
const HEIGHT = 400;
const MARGIN = { top: 60, bottom: 40, left: 50 };
const BAR = 28;
const GROUP = (WIDTH - MARGIN.left) / BATCHES.length;
const DECADES = [1, 10, 100, 1_000, 10_000];

/** Median latency of fresh batches on the stand-in, by subject and size, on a logarithmic scale; SVG. */
export function latencyChart(ledger: Ledger): string {
  const median = (name: string, batch: number) => ledger.median(['latency', 'stand-in', name, batch, 'fresh']);
  const bars = BATCHES.flatMap((batch, group) =>
    UPGRADERS.map((name, place) => bar(median(name, batch), place, MARGIN.left + group * GROUP + place * BAR + 15)),
  );
  const batches = BATCHES.map((batch, group) =>
    text(MARGIN.left + (group + 0.5) * GROUP - 10, HEIGHT - 15, `batch of ${batch.toLocaleString('en')}`),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(WIDTH / 2, 20, 'Warm latency of a fresh batch, median ms, at 5 ms for each call to the database'),
    ...legend(),
    ...DECADES.map(gridLine),
    ...bars,
    ...batches,
    '</svg>\n',
  ].join('\n');
}

function legend(): string[] {
  return UPGRADERS.map((name, place) => {
    const x = MARGIN.left + place * 110;
    return `<rect x="${String(x)}" y="32" width="10" height="10" fill="${COLOURS[place] ?? ''}"/>${text(x + 16, 41, name, 'start')}`;
  });
}

function gridLine(value: number): string {
  const y = String(heightOf(value));
  const line = `<line x1="${String(MARGIN.left)}" x2="${String(WIDTH)}" y1="${y}" y2="${y}" stroke="#dee2e6"/>`;
  return line + text(MARGIN.left - 6, heightOf(value) + 4, value.toLocaleString('en'), 'end');
}

function bar(value: number, place: number, x: number): string {
  if (Number.isNaN(value)) return '';
  const top = heightOf(value);
  const size = `width="${String(BAR - 4)}" height="${String(heightOf(1) - top)}"`;
  const shape = `<rect x="${String(x)}" y="${String(top)}" ${size} fill="${COLOURS[place] ?? ''}"/>`;
  return shape + text(x + BAR / 2 - 2, top - 4, shown(value));
}

function heightOf(value: number): number {
  const share = Math.log10(value) / Math.log10(DECADES.at(-1) ?? 1);
  return Math.round(HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom));
}

function text(x: number, y: number, words: string, anchor = 'middle'): string {
  return `<text x="${String(x)}" y="${String(y)}" text-anchor="${anchor}">${words}</text>`;
}

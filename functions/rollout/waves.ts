/** A wave as callers give it: how many devices it and those before it have. */
export type AskedWave = { readonly devices: number } | { readonly percent: number };

/**
 * The bounds of waves over so many devices: strictly growing, the last is the total. Undefined if those of one kind do not grow.
 * @param waves percent are rounded up; a bound above the total is the total, and one that adds nobody is left out
 */
export function boundsOf(waves: readonly AskedWave[], total: number): readonly number[] | undefined {
  const devices = waves.flatMap((wave) => ('devices' in wave ? [wave.devices] : []));
  const percents = waves.flatMap((wave) => ('percent' in wave ? [wave.percent] : []));
  if (!isGrowing(devices) || !isGrowing(percents)) return undefined;
  const asked = waves.map((wave) => ('devices' in wave ? wave.devices : Math.ceil((total * wave.percent) / 100)));
  const bounds: number[] = [];
  for (const bound of [...asked, total]) {
    const least = bounds.at(-1) ?? 0;
    if (bound > least && least < total) bounds.push(Math.min(bound, total));
  }
  return bounds;
}

function isGrowing(values: readonly number[]): boolean {
  return values.every((value, index) => value > (values[index - 1] ?? 0));
}

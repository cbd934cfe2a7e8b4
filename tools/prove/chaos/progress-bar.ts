const WIDTH = 40;

/** Draws how many of the requests have been made; nothing where it would not be overwritten. */
export function progressBar(total: number, stream: NodeJS.WriteStream): (made: number) => void {
  if (!stream.isTTY) return () => undefined;
  let drawn = -1;
  return (made) => {
    const share = Math.min(1, made / total);
    const percent = Math.floor(share * 100);
    if (percent === drawn) return;
    drawn = percent;
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    stream.write(`\r${bar} ${String(made)} of ${String(total)} requests${percent === 100 ? '\n' : ''}`);
  };
}

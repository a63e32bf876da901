import type { Line } from '../state.ts';

/** Most lines that are remembered after they were taken out. */
const mostLines = 200;
/** Most bytes of them as JSON: a quarter of a cart, so that what was taken out leaves room for what is put in. */
const mostBytes = 65_536;

/** How many of the newest lines may be remembered. */
function fitting(lines: readonly Line[]): number {
  let bytes = 0;
  for (const [index, line] of [...lines].reverse().entries()) {
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (index === mostLines || bytes > mostBytes) return index;
  }
  return lines.length;
}

/**
 * The lines that can be restored once this one was taken out, the newest last (docs/reference/cart.md#removed-items).
 * One with the same key gives way to it, and the oldest leave where there are too many.
 */
export function withRemoved(removed: readonly Line[], line: Line): readonly Line[] {
  const lines = [...removed.filter(({ key }) => key !== line.key), line];
  return lines.slice(lines.length - fitting(lines));
}

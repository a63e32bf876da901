import type { Line } from '../../model/state.ts';

/** The maximum number of removed lines. */
const maxLines = 200;
/**
 * Maximum size of all removed lines in bytes of JSON. This is a quarter of a cart's maximum size, so that enough space
 * is left for the lines in the cart.
 */
const maxBytes = 65_536;

/** Returns how many of the newest removed lines are within `maxLines` and `maxBytes`. */
function fitting(lines: readonly Line[]): number {
  let bytes = 0;
  for (const [index, line] of [...lines].reverse().entries()) {
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (index === maxLines || bytes > maxBytes) return index;
  }
  return lines.length;
}

/**
 * Returns the removed lines with this line as the newest (docs/reference/cart.md#removed-items). The line replaces a
 * removed line with the same key. If the lines then exceed a limit, the oldest lines are dropped.
 */
export function withRemoved(removed: readonly Line[], line: Line): readonly Line[] {
  const lines = [...removed.filter(({ key }) => key !== line.key), line];
  return lines.slice(lines.length - fitting(lines));
}

/**
 * The minimum number of modules that the boundary check must read. With an unsupported version of TypeScript,
 * the check reads almost no modules and so finds no faults.
 */
const LEAST_MODULES = 250;

/**
 * Returns null if the boundary check has read enough modules; otherwise what is wrong. `printed` is the
 * check's output.
 */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

/**
 * Minimum number of modules that the check of module boundaries reads when it works. With an unsupported version of
 * TypeScript, the check reads almost no modules.
 */
const LEAST_MODULES = 250;

/** Returns null if the boundary check prints that it read enough modules; otherwise returns what is wrong. */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

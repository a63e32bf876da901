/**
 * Minimum number of modules that a working check of the boundaries sees. With an unsupported version of TypeScript, the
 * check sees almost no modules.
 */
const LEAST_MODULES = 250;

/** Returns why the output of the boundary check shows that it did not see the whole project; null if it saw enough. */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

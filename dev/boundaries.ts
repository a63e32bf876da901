/** Fewest modules that a working check sees. With an unsupported TypeScript the check sees almost none. */
const LEAST_MODULES = 250;

/** Returns an error if the boundary check did not see the project; else null. */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

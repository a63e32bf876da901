/** Fewer modules than this mean that the boundary check looked at nothing, as it does with a TypeScript it does not know. */
const LEAST_MODULES = 250;

/** Whether the boundary check saw the project. */
export function boundariesVerdict(printed: string): string | null {
  const [, seen] = /\((\d+) modules/.exec(printed) ?? [];
  if (seen === undefined) return 'it does not say how many modules it saw';
  return Number(seen) >= LEAST_MODULES ? null : `it saw ${seen} modules, fewer than ${LEAST_MODULES}`;
}

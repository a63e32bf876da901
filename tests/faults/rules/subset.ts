/**
 * The fewest of the given positive whole numbers that add up to each reachable sum, at index of the sum.
 * `undefined` where no choice of them does; each number is used at most once. Sums above `most` are left out.
 */
export function fewestFor(numbers: readonly number[], most: number): readonly (number | undefined)[] {
  const fewest: (number | undefined)[] = [0];
  for (const number of numbers) {
    for (let sum = most; sum >= number; sum -= 1) {
      const before = fewest[sum - number];
      if (before === undefined) continue;
      fewest[sum] = Math.min(fewest[sum] ?? Number.POSITIVE_INFINITY, before + 1);
    }
  }
  return fewest;
}

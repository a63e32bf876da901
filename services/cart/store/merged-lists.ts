/** Returns the first `count` entries of a sorted list, such as an index in Redis. */
export type Source<Entry> = (count: number) => Promise<readonly Entry[]>;

/**
 * Merges many sorted lists and returns the first `wanted` entries. First reads the same number of entries from each
 * list: about twice `wanted` divided by the number of lists. Then reads further entries only from lists that may have
 * more of the first `wanted` entries.
 */
export async function firstOfAll<Entry>(
  sources: readonly Source<Entry>[],
  wanted: number,
  compare: (one: Entry, other: Entry) => number,
): Promise<Entry[]> {
  if (wanted <= 0) return [];
  const share = Math.min(wanted, Math.ceil(wanted / sources.length) * 2 + 4);
  const requested = sources.map(() => share);
  const read = await Promise.all(sources.map((source) => source(share)));
  for (;;) {
    const merged = read.flat().sort(compare).slice(0, wanted);
    const end = merged[wanted - 1];
    const incomplete = [...read.keys()].filter((index) => {
      const last = read[index]?.at(-1);
      const mayHaveMore = last !== undefined && read[index]?.length === requested[index] && share < wanted;
      return mayHaveMore && (end === undefined || compare(last, end) < 0);
    });
    if (incomplete.length === 0) return merged;
    await Promise.all(
      incomplete.map(async (index) => {
        requested[index] = (requested[index] ?? share) * 2;
        read[index] = (await sources[index]?.(requested[index])) ?? [];
      }),
    );
  }
}

/** Returns the number of entries before each of these scores. */
type CountBefore = (scores: readonly number[]) => Promise<readonly number[]>;

/** Number of sections into which each step of `scoreNear` divides the remaining range of scores. */
const sections = 16;

/**
 * Returns a score at or shortly before the entry at position `offset`, counted from 0. Also returns `before`, the
 * number of entries before this score. `offset` is at most `slack` greater than `before`, except if all entries between
 * the two positions have this score. Scores are whole numbers from `first` to `last`.
 */
export async function scoreNear(
  offset: number,
  slack: number,
  [first, last]: readonly [first: number, last: number],
  countBefore: CountBefore,
): Promise<{ readonly score: number; readonly before: number }> {
  let [score, before, end] = [first, 0, last + 1];
  while (offset - before > slack && end - score > 1) {
    const step = Math.max(1, (end - score) / sections);
    const steps = Math.min(sections, end - score) - 1;
    const scores = Array.from({ length: steps }, (_, index) => Math.floor(score + step * (index + 1)));
    const counts = await countBefore(scores);
    // The counts ascend, so the first count beyond `offset` ends the range of scores to search.
    const beyond = counts.findIndex((count) => count > offset);
    if (beyond >= 0) end = scores[beyond] ?? end;
    const at = beyond < 0 ? scores.length - 1 : beyond - 1;
    if (at >= 0) [score, before] = [scores[at] ?? score, counts[at] ?? before];
  }
  return { score, before };
}

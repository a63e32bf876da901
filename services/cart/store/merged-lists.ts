/** Returns the first `count` entries of a sorted list that is stored elsewhere. */
export type Source<Entry> = (count: number) => Promise<readonly Entry[]>;

/**
 * Merges many sorted lists and returns the first `wanted` entries. From each list, it first reads slightly more than an
 * equal share of the entries. It reads more of a list only if the list may have more of the first entries.
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
type CountBefore = (places: readonly number[]) => Promise<readonly number[]>;

/** Number of sections into which each step of a search divides the remaining range. */
const sections = 16;

/**
 * Returns a score (`place`) near the entry number `offset`, counted from 0, and the number of entries before this
 * score. At most `slack` entries lie between score and entry, unless more entries have the same score. Scores are whole
 * numbers. `first` is the score of the first entry, and `last` is the score of the last entry.
 */
export async function placeNear(
  offset: number,
  slack: number,
  [first, last]: readonly [first: number, last: number],
  countBefore: CountBefore,
): Promise<{ readonly place: number; readonly before: number }> {
  let [place, before, end] = [first, 0, last + 1];
  while (offset - before > slack && end - place > 1) {
    const step = Math.max(1, (end - place) / sections);
    const steps = Math.min(sections, end - place) - 1;
    const places = Array.from({ length: steps }, (_, index) => Math.floor(place + step * (index + 1)));
    const counts = await countBefore(places);
    // The counts ascend, so the first count beyond the offset ends the search range.
    const beyond = counts.findIndex((count) => count > offset);
    if (beyond >= 0) end = places[beyond] ?? end;
    const at = beyond < 0 ? places.length - 1 : beyond - 1;
    if (at >= 0) [place, before] = [places[at] ?? place, counts[at] ?? before];
  }
  return { place, before };
}

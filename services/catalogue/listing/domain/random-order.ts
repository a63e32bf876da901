import type { ListQuery } from '#contracts/listing.ts';
import type { Bits } from './bits.ts';
import { hash, type NumberColumn } from './columns.ts';

const hourMs = 3_600_000;

/** Returns the number of hours from 1970 to `now` (Unix milliseconds), the default seed of random orders. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs);
}

/** Returns when the order of a list next changes, in Unix milliseconds; null if the order does not depend on time. */
export function orderHoldsUntil(
  { orderBy, seed }: Pick<ListQuery, 'orderBy' | 'seed'>,
  now: number,
): number | null {
  return orderBy === 'random' && seed === '' ? (hourOf(now) + 1) * hourMs : null;
}

/** Returns a pseudo-random 32-bit number for an id. Neighbouring ids have unrelated numbers. */
function mixed(id: number, seed: number): number {
  let value = seed ^ (id | 0) ^ Math.imul(Math.floor(id / 0x1_0000_0000), 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * The number of leading bits of a random number that select the bucket of a slot: 12 bits give 4,096 buckets.
 * Only the buckets of the requested page are sorted.
 */
const bucketBits = 12;

/**
 * Returns the slots at the positions `from` to `to` (exclusive) of a set in random order. The order depends
 * only on ids and seed, so every process returns the same. Sorts only the buckets of these positions.
 */
export function randomSlice(set: Bits, ids: NumberColumn, seed: string, from: number, to: number): number[] {
  const seeded = hash(seed);
  const key = (slot: number) => mixed(ids.at(slot), seeded);
  const counts = new Int32Array(1 << bucketBits);
  set.each((slot) => {
    const bucket = key(slot) >>> (32 - bucketBits);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  const { first, last, skipped } = bucketsOf(counts, from, to);
  const found: number[] = [];
  set.each((slot) => {
    const bucket = key(slot) >>> (32 - bucketBits);
    if (bucket >= first && bucket <= last) found.push(slot);
  });
  found.sort((one, other) => key(one) - key(other) || ids.at(one) - ids.at(other));
  return found.slice(from - skipped, to - skipped);
}

/**
 * Returns the first and last bucket of the positions `from` to `to` (exclusive), and the number of slots in
 * earlier buckets. `counts` has the number of slots in each bucket.
 */
function bucketsOf(counts: Int32Array, from: number, to: number) {
  let passed = 0;
  let first = counts.length;
  let last = -1;
  let skipped = 0;
  counts.forEach((count, bucket) => {
    const reached = passed + count;
    if (passed < to && reached > from) {
      if (last < 0) skipped = passed;
      first = Math.min(first, bucket);
      last = bucket;
    }
    passed = reached;
  });
  return { first, last, skipped };
}

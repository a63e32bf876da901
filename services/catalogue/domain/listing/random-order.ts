import type { ListQuery } from '#contracts/listing.ts';
import type { Bits } from './bits.ts';
import { hash, type NumberColumn } from './columns.ts';

const hourMs = 3_600_000;

/** The hour of a moment, Unix ms: without a seed, a random order is that of its hour. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs);
}

/** Unix ms at which a list comes in another order by itself; null for never. */
export function orderHoldsUntil(
  { orderBy, seed }: Pick<ListQuery, 'orderBy' | 'seed'>,
  now: number,
): number | null {
  return orderBy === 'random' && seed === '' ? (hourOf(now) + 1) * hourMs : null;
}

/** A number of 32 bits that has nothing in common with that of the next id. */
function mixed(id: number, seed: number): number {
  let value = seed ^ (id | 0) ^ Math.imul(Math.floor(id / 0x1_0000_0000), 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The numbers are spread evenly, so a place in the order is known to be in a bucket before anything is sorted. */
const bucketBits = 12;

/**
 * Slots at the places from `from` to before `to` of a random order of a set, which depends on ids and seed only: it
 * is the same in every process. Sorts no more than the buckets which these places are in.
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

/** The buckets that places are in, and how many slots are in those before. */
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

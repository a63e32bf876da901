import type { ListedProduct } from '#contracts/listing.ts';
import type { ShopUnits } from '#contracts/product.ts';
import { entriesOf, withParts } from '#platform/bus/serialized-parts.ts';
import type { AsOf } from '../../cache/response-cache.ts';

/** A part of a list: what one reply of the catalogue service contains. */
export interface Portion {
  readonly entries: ListedProduct[];
  readonly left: number[];
  readonly units: ShopUnits;
  readonly holdsUntil: number | null;
  readonly asOf: AsOf;
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Returns one portion with the entries of both portions. The portion has the lower feed numbers, the greater
 * age and the earlier `holdsUntil`, so that the answer is cached only while both portions are valid.
 */
export function joined(one: Portion, next: Portion): Portion {
  const { left, units } = next;
  return withParts('entries', [...entriesOf(one), ...entriesOf(next)], {
    ...{ left, units },
    holdsUntil: earlier(one.holdsUntil, next.holdsUntil),
    asOf: {
      catalogue: Math.min(one.asOf.catalogue, next.asOf.catalogue),
      settings: Math.min(one.asOf.settings, next.asOf.settings),
      age: Math.max(one.asOf.age, next.asOf.age),
    },
  });
}

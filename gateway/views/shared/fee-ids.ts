import type { Cart } from '#contracts/cart.ts';
import { slugOf } from '#platform/util/slug.ts';

/**
 * Returns a map of the cart's fees by id. As in WordPress, the fee `Gift wrap` has the id `gift-wrap`, and a
 * second fee with this name has the id `gift-wrap-2` (docs/reference/README.md#dialects).
 */
export function feesById<Value>(
  { fees }: Cart,
  value: (fee: Cart['fees'][number], id: string) => Value,
): Record<string, Value> {
  const taken = new Map<string, Value>();
  for (const fee of fees) {
    const base = slugOf(fee.name) || 'fee';
    let id = base;
    for (let place = 2; taken.has(id); place += 1) id = `${base}-${place}`;
    taken.set(id, value(fee, id));
  }
  return Object.fromEntries(taken);
}

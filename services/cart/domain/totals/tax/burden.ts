import type { Levy } from '#platform/tax/levy.ts';

/** Up to 1000 % of tax, with which an amount is eleven times as much, carts stay exact (`limits.ts`). */
const usual = 11;

const known = new WeakMap<Levy, number>();

function madeOf({ whole, withTax }: Levy): number {
  const times = Number((BigInt(withTax) + BigInt(whole) - 1n) / BigInt(whole));
  return Math.max(1, times / usual);
}

/**
 * How many times as much an amount counts for what a cart may come to: once up to 1000 % of tax, twice at 2100 %. Infinite
 * where the taxes are no number any more.
 */
function burdenOf(levy: Levy): number {
  const burden = known.get(levy) ?? madeOf(levy);
  known.set(levy, burden);
  return burden;
}

/** What an amount counts for, in minor units. Nothing counts for nothing, whatever its taxes. */
export function counted(amount: number, levy: Levy): number {
  return amount === 0 ? 0 : Math.abs(amount) * burdenOf(levy);
}

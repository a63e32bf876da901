import type { Levy } from '#platform/tax/levy.ts';

/** With up to 1000 % of tax, eleven times the amount, carts stay exact (`limits.ts`). */
const usual = 11;

const known = new WeakMap<Levy, number>();

function madeOf({ whole, withTax }: Levy): number {
  const times = Number((BigInt(withTax) + BigInt(whole) - 1n) / BigInt(whole));
  return Math.max(1, times / usual);
}

/**
 * Returns the factor by which an amount counts towards the limit: 1 up to 1000 % of tax, 2 at 2100 %. Infinite when
 * the taxes overflow.
 */
function limitFactor(levy: Levy): number {
  const factor = known.get(levy) ?? madeOf(levy);
  known.set(levy, factor);
  return factor;
}

/** Returns how much an amount counts towards the limit, in minor units; 0 counts as 0 with any tax. */
export function counted(amount: number, levy: Levy): number {
  return amount === 0 ? 0 : Math.abs(amount) * limitFactor(levy);
}

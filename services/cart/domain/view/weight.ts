import type { ProductFacts } from '#contracts/catalogue.ts';

/** Micro-units of weight, so that decimals are added without binary rounding errors. */
const scale = 1_000_000;
/** A larger value, in the store's unit, is treated as no weight. */
const heaviest = 1_000_000_000;

/** Returns the weight of a quantity, in millionths of the store's unit; 0 for no weight. */
export function microWeight({ weight }: ProductFacts, quantity: number): number {
  const one = Number(weight);
  return one > 0 && one <= heaviest ? Math.round(one * scale) * quantity : 0;
}

/** Returns a weight in the store's unit. */
export function inUnits(micro: number): number {
  return micro / scale;
}

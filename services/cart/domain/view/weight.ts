import type { ProductFacts } from '#contracts/catalogue.ts';

/** Micro-units of weight: decimal text is added without the errors of binary fractions. */
const scale = 1_000_000;
/** What claims to weigh more, in the store's unit, is no weight. */
const heaviest = 1_000_000_000;

/** Weight of so many pieces, in millionths of the store's unit; 0 for what has none. */
export function microWeight({ weight }: ProductFacts, quantity: number): number {
  const one = Number(weight);
  return one > 0 && one <= heaviest ? Math.round(one * scale) * quantity : 0;
}

/** A weight in the store's unit. */
export function inUnits(micro: number): number {
  return micro / scale;
}

import type { Basket, Store } from './description.ts';
import { fraction, halfDown, halfUp, sum } from './fraction.ts';

/**
 * The possible grains except 1, largest first. A fine amount is a whole number; its unit is the minor unit divided by
 * the grain. The calculator uses the largest grain with which the sum of goods and fees, as a fine amount, is at most
 * 2^48. If this sum is larger with each of these grains, the grain is 1 (docs/money.md, rounding).
 */
const grains = [1_000_000n, 10_000n, 100n];
const maxUnits = 2n ** 48n;

/** Returns the grain for a basket. */
export function grainOf({ lines, fees }: Pick<Basket, 'lines' | 'fees'>): bigint {
  const goods = lines.map(({ unitPrice, quantity }) => BigInt(unitPrice) * BigInt(quantity));
  const size = sum([...goods, ...fees.map(({ amount }) => BigInt(Math.abs(amount)))]);
  return grains.find((grain) => size * grain <= maxUnits) ?? 1n;
}

/**
 * Rounds fine amounts. `tax` and `amount` return fine amounts. If the store rounds each line, these fine amounts are
 * whole minor units. If the store rounds at the subtotal, `tax` and `amount` return their input unchanged.
 */
export interface Rounding {
  readonly grain: bigint;
  /** Rounds one tax amount of a line, fee or shipping method. */
  readonly tax: (grains: bigint) => bigint;
  /** Rounds the net amount of a line, and the tax on shipping. */
  readonly amount: (grains: bigint) => bigint;
  /** Rounds to minor units and returns their number, for output. `toMinorDown` rounds half down. */
  readonly toMinor: (grains: bigint) => bigint;
  readonly toMinorDown: (grains: bigint) => bigint;
  /** Rounds the sum of all taxes to minor units, for output. */
  readonly taxToMinor: (grains: bigint) => bigint;
}

export function roundingOf({ pricesWithTax, roundsAtSubtotal }: Store, grain: bigint): Rounding {
  const toMinor = (grains: bigint) => halfUp(fraction(grains, grain));
  const toMinorDown = (grains: bigint) => halfDown(fraction(grains, grain));
  const taxToMinor = pricesWithTax ? toMinorDown : toMinor;
  const tax = (grains: bigint) => taxToMinor(grains) * grain;
  const amount = (grains: bigint) => toMinor(grains) * grain;
  const unrounded = (grains: bigint) => grains;
  return roundsAtSubtotal
    ? { grain, tax: unrounded, amount: unrounded, toMinor, toMinorDown, taxToMinor }
    : { grain, tax, amount, toMinor, toMinorDown, taxToMinor };
}

import type { Basket, Store } from './description.ts';
import { fraction, halfDown, halfUp, sum } from './fraction.ts';

/**
 * Numbers of parts into which a minor unit can be divided, so that intermediate amounts are whole numbers. The
 * calculator uses the largest number with which goods and fees are at most 2^48 parts, or else 1 (docs/money.md,
 * rounding).
 */
const grains = [1_000_000n, 10_000n, 100n];
const maxUnits = 2n ** 48n;

/** Returns the number of parts of a minor unit for a basket. */
export function grainOf({ lines, fees }: Pick<Basket, 'lines' | 'fees'>): bigint {
  const goods = lines.map(({ unitPrice, quantity }) => BigInt(unitPrice) * BigInt(quantity));
  const size = sum([...goods, ...fees.map(({ amount }) => BigInt(Math.abs(amount)))]);
  return grains.find((grain) => size * grain <= maxUnits) ?? 1n;
}

/** Rounds amounts in parts of a minor unit. `tax` and `amount` return whole minor units, expressed in parts. */
export interface Rounding {
  readonly grain: bigint;
  /** Rounds one tax amount of a line, fee or shipping method. */
  readonly tax: (grains: bigint) => bigint;
  /** Rounds the net amount of a line, and the tax on shipping. */
  readonly amount: (grains: bigint) => bigint;
  /** Rounds to minor units and returns their number, for output. `toMinorDown` rounds half down. */
  readonly toMinor: (grains: bigint) => bigint;
  readonly toMinorDown: (grains: bigint) => bigint;
}

export function roundingOf({ pricesWithTax, roundsAtSubtotal }: Store, grain: bigint): Rounding {
  const toMinor = (grains: bigint) => halfUp(fraction(grains, grain));
  const toMinorDown = (grains: bigint) => halfDown(fraction(grains, grain));
  const tax = (grains: bigint) => (pricesWithTax ? toMinorDown(grains) : toMinor(grains)) * grain;
  const amount = (grains: bigint) => toMinor(grains) * grain;
  const unrounded = (grains: bigint) => grains;
  return roundsAtSubtotal
    ? { grain, tax: unrounded, amount: unrounded, toMinor, toMinorDown }
    : { grain, tax, amount, toMinor, toMinorDown };
}

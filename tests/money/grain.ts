import type { Basket, Store } from './description.ts';
import { fraction, halfDown, halfUp, sum } from './fraction.ts';

/**
 * docs/money.md, rounding: amounts on their way to a total are whole parts of a minor unit, a million to one,
 * and 10,000, 100 or 1 where goods and fees come to more than 2^48 parts otherwise.
 */
const grains = [1_000_000n, 10_000n, 100n];
const mostParts = 2n ** 48n;

/** How many parts of a minor unit the amounts of a basket count. */
export function grainOf({ lines, fees }: Pick<Basket, 'lines' | 'fees'>): bigint {
  const goods = lines.map(({ unitPrice, quantity }) => BigInt(unitPrice) * BigInt(quantity));
  const size = sum([...goods, ...fees.map(({ amount }) => BigInt(Math.abs(amount)))]);
  return grains.find((grain) => size * grain <= mostParts) ?? 1n;
}

/** How amounts in parts are rounded to whole units, still as parts. */
export interface Rounding {
  readonly grain: bigint;
  /** One tax of a line, a fee or a way to ship, as it counts. */
  readonly tax: (parts: bigint) => bigint;
  /** A line without tax, and the tax on shipping, as it counts. */
  readonly amount: (parts: bigint) => bigint;
  /** Minor units, as they are told. */
  readonly told: (parts: bigint) => bigint;
  readonly toldDown: (parts: bigint) => bigint;
}

export function roundingOf({ pricesWithTax, roundsAtSubtotal }: Store, grain: bigint): Rounding {
  const told = (parts: bigint) => halfUp(fraction(parts, grain));
  const toldDown = (parts: bigint) => halfDown(fraction(parts, grain));
  const tax = (parts: bigint) => (pricesWithTax ? toldDown(parts) : told(parts)) * grain;
  const amount = (parts: bigint) => told(parts) * grain;
  const asItIs = (parts: bigint) => parts;
  return roundsAtSubtotal
    ? { grain, tax: asItIs, amount: asItIs, told, toldDown }
    : { grain, tax, amount, told, toldDown };
}

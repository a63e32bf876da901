import type { z } from 'zod';
import type { JsonObject } from '#contracts/cart.ts';
import { maxCartLines } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { AmountError } from '#platform/money/money.ts';

/** Maximum of the sum of goods and fees, in minor units. A shipping cost has the same maximum. */
export const maxAmount = 2 ** 48;

/**
 * The limits of a cart (docs/reference/rules.md#limits). Sizes are bytes of JSON.
 * contracts/cart-commands.ts has the maximum number of lines, and lines/quantity.ts limits quantities. Lengths of texts
 * are limited in contracts/cart-commands.ts and in the gateway's body schemas.
 */
const limits = {
  lines: maxCartLines,
  coupons: 20,
  fees: 50,
  itemDataBytes: 8_192,
  itemDataDepth: 5,
  extensionBytes: 8_192,
  extensionDepth: 5,
  cartBytes: 262_144,
  /**
   * Limit on the sum of all lines and fees before tax, in minor units. Negative fees count as positive.
   * Shipping may cost as much again. Even with taxes of 1000 %, the total is then a safe integer: at most 22
   * times this limit.
   */
  amount: maxAmount,
} as const;

function exceeded(limit: keyof typeof limits) {
  return refusal('service_cart_limit_exceeded', { limit, maximum: limits[limit] });
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function depth(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

function requireFitting(value: unknown, what: 'itemData' | 'extension'): void {
  if (bytes(value) > limits[`${what}Bytes`]) throw exceeded(`${what}Bytes`);
  if (depth(value) > limits[`${what}Depth`]) throw exceeded(`${what}Depth`);
}

/** Checks the data of an item. @throws ServiceError `service_cart_limit_exceeded` for data too large or too deep */
export function requireFittingData(itemData: z.infer<typeof JsonObject>): void {
  requireFitting(itemData, 'itemData');
}

/**
 * Checks an extension's value. @throws ServiceError `service_cart_limit_exceeded` for a value too large or
 * too deep
 */
export function requireFittingExtension(value: z.core.util.JSONType): void {
  requireFitting(value, 'extension');
}

/** Returns whether a cart with these lines, coupons or fees may have one more line, coupon or fee. */
export function isBelowLimit(
  held: readonly unknown[],
  limit: 'lines' | 'coupons' | 'fees' = 'lines',
): boolean {
  return held.length < limits[limit];
}

/** Returns the list of coupons or fees, cut off after the number that a cart may have. */
export function upToLimit<One>(all: readonly One[], limit: 'coupons' | 'fees'): readonly One[] {
  return all.slice(0, limits[limit]);
}

/** Checks that a cart may have one more line, coupon or fee. @throws ServiceError `service_cart_limit_exceeded` */
export function requireBelowLimit(
  held: readonly unknown[],
  limit: 'lines' | 'coupons' | 'fees' = 'lines',
): void {
  if (!isBelowLimit(held, limit)) throw exceeded(limit);
}

export function isFittingState(text: string): boolean {
  return Buffer.byteLength(text) <= limits.cartBytes;
}

/**
 * Checks the size of a cart as JSON. @throws ServiceError `service_cart_limit_exceeded` for a cart that is
 * too large
 */
export function requireFittingState(text: string): void {
  if (!isFittingState(text)) throw exceeded('cartBytes');
}

/** Returns whether a cart with this sum of lines and fees, in minor units, can be calculated exactly. */
export function isSafeAmount(size: number): boolean {
  return size <= limits.amount;
}

/** Checks that a sum can be calculated exactly. @throws ServiceError `service_cart_limit_exceeded` if not */
export function requireSafeAmount(size: number): void {
  if (!isSafeAmount(size)) throw exceeded('amount');
}

/**
 * Returns the result of `calculation`. The amounts can exceed the safe integers only if the store has set
 * very high taxes after the cart was filled.
 *
 * @throws ServiceError `service_cart_limit_exceeded` if an amount exceeds the safe integers
 */
export function withinSafeIntegers<Result>(calculation: () => Result): Result {
  try {
    return calculation();
  } catch (error) {
    throw error instanceof AmountError ? exceeded('amount') : error;
  }
}

import type { z } from 'zod';
import type { ItemData } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';

/** What a cart may hold (reliability 2.1). Sizes in bytes of JSON. */
const limits = {
  lines: 200,
  itemDataBytes: 8_192,
  itemDataDepth: 5,
  cartBytes: 262_144,
  /** Minor units of all lines before tax: a quarter of the safe integers, so that taxes and sums stay exact. */
  amount: 2 ** 51,
};

function exceeded(limit: keyof typeof limits) {
  return refusal('service_cart_limit_exceeded', { limit, maximum: limits[limit] });
}

function depth(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

/** @throws ServiceError `service_cart_limit_exceeded` for data too large or too deep */
export function requireFittingData(itemData: z.infer<typeof ItemData>): void {
  if (Buffer.byteLength(JSON.stringify(itemData)) > limits.itemDataBytes) throw exceeded('itemDataBytes');
  if (depth(itemData) > limits.itemDataDepth) throw exceeded('itemDataDepth');
}

/** @throws ServiceError `service_cart_limit_exceeded` when there is no room for one more line */
export function requireRoom(lines: readonly unknown[]): void {
  if (lines.length >= limits.lines) throw exceeded('lines');
}

/** @throws ServiceError `service_cart_limit_exceeded` for a cart too large to keep */
export function requireFittingState(text: string): void {
  if (Buffer.byteLength(text) > limits.cartBytes) throw exceeded('cartBytes');
}

/** @throws ServiceError `service_cart_limit_exceeded` when the lines come to more than can be reckoned with */
export function requireReckonable(amounts: readonly number[]): void {
  if (amounts.reduce((sum, amount) => sum + amount, 0) > limits.amount) throw exceeded('amount');
}

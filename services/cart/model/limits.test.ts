import { expect, test } from 'vitest';
import { refusalOf } from '../domain/commands/cart-with.fixture.ts';
import {
  requireBelowLimit,
  requireFittingData,
  requireFittingExtension,
  requireFittingState,
  requireSafeAmount,
} from './limits.ts';

/** Returns objects or lists nested to this depth. */
const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`);
const inLists = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Returns data with this size as JSON in bytes; an é has two bytes. */
const sized = (bytes: number) => {
  const room = bytes - '{"a":""}'.length;
  return { a: 'é'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2) };
};

test.each([
  ['lines', 200, () => requireBelowLimit(Array(199)), () => requireBelowLimit(Array(200))],
  [
    'coupons',
    20,
    () => requireBelowLimit(Array(19), 'coupons'),
    () => requireBelowLimit(Array(20), 'coupons'),
  ],
  ['fees', 50, () => requireBelowLimit(Array(49), 'fees'), () => requireBelowLimit(Array(50), 'fees')],
  ['itemDataBytes', 8_192, () => requireFittingData(sized(8_192)), () => requireFittingData(sized(8_193))],
  ['itemDataDepth', 5, () => requireFittingData(nested(5)), () => requireFittingData(nested(6))],
  [
    'itemDataDepth',
    5,
    () => requireFittingData({ a: inLists(4) }),
    () => requireFittingData({ a: inLists(5) }),
  ],
  [
    'extensionBytes',
    8_192,
    () => requireFittingExtension(sized(8_192)),
    () => requireFittingExtension(sized(8_193)),
  ],
  ['extensionDepth', 5, () => requireFittingExtension(inLists(5)), () => requireFittingExtension(inLists(6))],
  [
    'cartBytes',
    262_144,
    () => requireFittingState('é'.repeat(131_072)),
    () => requireFittingState(`${'é'.repeat(131_072)}x`),
  ],
  ['amount', 2 ** 48, () => requireSafeAmount(2 ** 48), () => requireSafeAmount(2 ** 48 + 1)],
])('%s may have at most %d', (limit, maximum, fits, exceeds) => {
  expect(fits).not.toThrow();
  const { code, data } = refusalOf(exceeds);
  expect({ code, data }).toEqual({ code: 'service_cart_limit_exceeded', data: { limit, maximum } });
});

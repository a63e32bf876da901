import { expect, test } from 'vitest';
import { maxTries, pauseAfter, publicEvent, secretOf, signature } from './delivery.ts';

test('a secret and a signature equal those that openssl calculates', () => {
  const secret = secretOf('wh_0123456789abcdef01234567', 'a secret of tests, 32 characters or more');
  expect(secret).toBe('whsec_oCw15Edp95cNDorTFopq8FgqTyfBF40hvqZF359vd84');
  expect(signature('{"id":"e1"}', secret, 1_795_306_253)).toBe(
    't=1795306253,v1=3425f554424f4a979be4d74d1dcde744f9c9f6133f1e1cfacd49ddd8d4f76724',
  );
});

test('pauses grow: several tries in the first minute, the last after more than a day, then none', () => {
  const pauses = Array.from({ length: maxTries - 1 }, (_, index) => pauseAfter(index + 1, 0.5) ?? Number.NaN);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  const sums = pauses.map((_, index) => pauses.slice(0, index + 1).reduce((sum, pause) => sum + pause));
  expect(sums.filter((sum) => sum <= 60_000)).toHaveLength(4);
  expect(sums.at(-1)).toBeGreaterThan(86_400_000);
  expect([pauseAfter(1, 0), pauseAfter(1, 1), pauseAfter(maxTries, 0.5)]).toEqual([900, 1_100, null]);
});

test('a public event has the member names and times of the interface, without the digest of the write', () => {
  const items = [{ productId: 101, variationId: 0, quantity: 2 }];
  const data = { cart: 'd'.repeat(43), customer: null, revision: 18, items, lines: 1 };
  const kept = { ...data, write: 'w'.repeat(43) };
  expect(publicEvent({ id: 'e1', type: 'cart.changed', at: 1_795_306_253_000, data: kept })).toEqual({
    id: 'e1',
    type: 'cart.changed',
    created_at: '2026-11-22T00:10:53.000Z',
    data: { ...data, items: [{ product_id: 101, variation_id: 0, quantity: 2 }] },
  });
});

import { expect, test } from 'vitest';
import type { Planned } from './commands.ts';
import { plan } from './plan.ts';

const options = { carts: 4, products: [101, 102, 103], mix: 'all', writes: 10_000 } as const;

test('equal seeds plan equal writes, and different seeds different writes', () => {
  const [one, same, other] = [7, 7, 8].map((seed) => [...plan({ ...options, seed })]);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

test('every cart command is at least 5 % of the writes', () => {
  const all = [...plan({ ...options, seed: 7 })];
  const kinds = Map.groupBy(all, ({ command }) => command.kind);
  expect([...kinds.keys()].sort()).toEqual([
    'add',
    'add-items',
    'apply-coupon',
    'batch',
    'clear',
    'remove',
    'remove-coupon',
    'restore',
    'set',
    'update',
  ]);
  for (const [kind, some] of kinds) expect(some.length / all.length, kind).toBeGreaterThanOrEqual(0.05);
});

test('the given shares of writes are sent twice and repeated later', () => {
  const all = [...plan({ ...options, seed: 7, twice: 0.5, again: 0.1 })];
  const share = (test: (one: Planned) => boolean) => all.filter(test).length / all.length;
  expect(share(({ twice }) => twice === true)).toBeCloseTo(0.5, 1);
  expect(share(({ againAfterMs }) => againAfterMs !== undefined)).toBeCloseTo(0.1, 1);
});

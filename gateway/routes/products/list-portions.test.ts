import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aProduct, euro, units } from '../../testing/samples.ts';
import { joined, type Portion } from './list-portions.ts';

const numbers = fc.nat(99);
const portions = fc.record({
  ids: fc.array(fc.nat(), { maxLength: 3 }),
  left: fc.array(fc.nat(), { maxLength: 3 }),
  holdsUntil: fc.option(numbers),
  asOf: fc.record({ catalogue: numbers, settings: numbers, age: numbers }),
});
const portionOf = ({ ids, ...rest }: Omit<Portion, 'entries' | 'units'> & { ids: number[] }): Portion => ({
  ...rest,
  entries: ids.map((id) => ({ product: aProduct({ id }), reviews: [] })),
  units,
});

test('two joined portions have the earlier expiry and the lower feed numbers of both', () => {
  fc.assert(
    fc.property(portions, portions, (one, next) => {
      const both = joined(portionOf(one), portionOf(next));
      expect(both.entries.map(({ product }) => product.id)).toEqual([...one.ids, ...next.ids]);
      expect(both.left).toEqual(next.left);
      const ends = [one.holdsUntil, next.holdsUntil].filter((end) => end !== null);
      expect(both.holdsUntil).toBe(ends.length === 0 ? null : Math.min(...ends));
      expect(both.asOf).toEqual({
        catalogue: Math.min(one.asOf.catalogue, next.asOf.catalogue),
        settings: Math.min(one.asOf.settings, next.asOf.settings),
        age: Math.max(one.asOf.age, next.asOf.age),
      });
    }),
  );
});

test('joined portions have the currency of the newer portion', () => {
  const empty = portionOf({
    ids: [],
    left: [],
    holdsUntil: null,
    asOf: { catalogue: 1, settings: 1, age: 0 },
  });
  const newer = { ...units, currency: { ...euro, code: 'JPY' } };
  expect(joined(empty, { ...empty, units: newer }).units).toEqual(newer);
});

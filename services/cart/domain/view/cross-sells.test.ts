import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import { emptyState, type Line } from '../../model/state.ts';
import { crossSellIds, crossSells } from './cross-sells.ts';

const line = (productId: number, variationId = 0) => ({ productId, variationId, quantity: 1 }) as Line;
const cart = (...lines: Line[]) => ({ ...emptyState(0), lines });
const map = (...all: ProductFacts[]) => new Map(all.map((one) => [one.id, one]));
const shown = (state: ReturnType<typeof cart>, facts: ReturnType<typeof map>) =>
  crossSells(state, { ...commandContextOf([]), facts }, (price) => price);

const offering = (id: number, ...crossSellIds: number[]) => factsOf({ id, crossSellIds });
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('cross-sells of the lines are shown with prices, as the store shows them', () => {
  const sale = factsOf({
    id: 39,
    name: 'Tray',
    slug: 'tray',
    price: 1200,
    regular: 1500,
    sale: 1200,
    onSale: true,
  });
  const facts = map(offering(51, 39, 42), sale, factsOf({ id: 42, price: 700, thumbnail: 'cup.svg' }));
  const offered = crossSells(
    cart(line(51)),
    { ...commandContextOf([]), facts },
    (price) => (price * 2) as typeof price,
  );
  expect(offered.toSorted((a, b) => a.id - b.id)).toMatchObject([
    {
      id: 39,
      name: 'Tray',
      slug: 'tray',
      type: 'simple',
      price: 2400,
      regular: 3000,
      sale: 2400,
      onSale: true,
    },
    { id: 42, price: 1400, sale: null, onSale: false, image: 'cup.svg' },
  ]);
});

test('products in the cart are not offered, nor are their variations', () => {
  const facts = map(offering(51, 39, 42, 31), offering(42, 51), offering(31), factsOf({ id: 39 }));
  expect(crossSellIds(cart(line(51), line(42), line(30, 31)), facts)).toEqual([39]);
});

test.each<[string, Partial<ProductFacts>]>([
  ['not published', { status: 'draft' }],
  ['not to be bought', { purchasable: false }],
  ['out of stock', { stock: { ...factsOf().stock, status: 'outofstock' } }],
  ['too expensive for any cart', { regular: 2 ** 48 + 1 }],
])('a product that is %s is not offered, and an available one replaces it', (_name, changed) => {
  const ids = range(100, 4);
  const state = cart(line(51));
  const facts = (hidden: number | undefined) =>
    map(offering(51, ...ids), ...ids.map((id) => factsOf({ id, ...(id === hidden && changed) })));
  const [first, ...rest] = shown(state, facts(undefined)).map(({ id }) => id);
  const without = shown(state, facts(first)).map(({ id }) => id);
  expect(without).toHaveLength(3);
  expect(without).toEqual(expect.arrayContaining(rest));
  expect(without).not.toContain(first);
});

test('a product on backorder is offered; one that no longer exists is not', () => {
  const stock = { ...factsOf().stock, status: 'onbackorder' as const };
  const facts = new Map<number, ProductFacts | null>([
    ...map(offering(51, 39, 42), factsOf({ id: 39, stock })),
    [42, null],
  ]);
  expect(
    crossSells(cart(line(51)), { ...commandContextOf([]), facts }, (price) => price).map(({ id }) => id),
  ).toEqual([39]);
});

test('a cart always offers the same three cross-sells, in whatever order it was filled', () => {
  const ids = range(100, 40);
  const facts = map(
    offering(51, ...ids.slice(0, 20)),
    offering(52, ...ids.slice(20)),
    ...ids.map((id) => factsOf({ id })),
  );
  const idsOf = (...lines: Line[]) => shown(cart(...lines), facts).map(({ id }) => id);
  const three = idsOf(line(51), line(52));
  expect(three).toHaveLength(3);
  expect(idsOf(line(52), line(51))).toEqual(three);
  // Only a few candidates are looked up, since each may cause a request to the catalogue.
  expect(crossSellIds(cart(line(51), line(52)), facts)).toHaveLength(12);
});

test('carts with other products get other offers, so that each is shown sometimes', () => {
  const ids = range(100, 40);
  const seen = new Set<number>();
  for (const product of range(1, 60)) {
    const facts = map(offering(product, ...ids), ...ids.map((id) => factsOf({ id })));
    for (const { id } of shown(cart(line(product)), facts)) seen.add(id);
  }
  expect(seen.size).toBe(40);
});

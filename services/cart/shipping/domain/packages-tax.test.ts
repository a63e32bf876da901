import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { leviesIn } from '#platform/tax/levy-cache.ts';
import { basePlace } from '#platform/tax/place.ts';
import { factsOf, store } from '../../model/context.fixture.ts';
import { shippingLevy } from './packages.ts';

const [standard] = store.tax.rates as [TaxRate];
/** Tax rates: 20 % standard, 5 % reduced, 9 % on books (not on their shipping), no tax on zero-rate goods. */
const rates: TaxRate[] = [
  standard,
  { ...standard, id: 2, ppm: 50_000, taxClass: 'reduced-rate' },
  { ...standard, id: 3, ppm: 90_000, taxClass: 'books', shipping: false },
  { ...standard, id: 4, ppm: 0, taxClass: 'zero-rate' },
];

/** Returns the ids of the tax rates that apply to the shipping of these goods. */
function borne(
  goods: readonly Partial<ProductFacts>[],
  changed: Partial<StoreSettings['tax']> = {},
  calculation: StoreSettings['calculation'] = 'woocommerce-9.9',
): number[] {
  const settings = { ...store, calculation, tax: { ...store.tax, rates, ...changed } };
  const levyOf = leviesIn(basePlace(settings), settings.tax, true);
  return shippingLevy(goods.map(factsOf), settings, levyOf).rates.map(({ id }) => id);
}

const none = { shippingTaxable: false };
const reduced = { taxClass: 'reduced-rate' };
const books = { taxClass: 'books' };
const zero = { taxClass: 'zero-rate' };

test.each([
  ['the standard class if any line is of it', [reduced, {}], [1]],
  ['the standard class by its name', [zero, { taxClass: 'standard' }], [1]],
  ['the only other class', [zero], [4]],
  ['the first of the others by name', [zero, reduced], [2]],
  ['the standard class instead of one without rates on shipping', [books], [1]],
  ['the standard class in place of one that no rate names', [{ taxClass: 'gone' }], [1]],
  ['the standard class where the first of several has no rates', [{ taxClass: 'gone' }, reduced], [1]],
  ['nothing without a taxable line', [none, none], []],
  ['only lines that are taxed', [none, reduced], [2]],
  ['one taxed line among others', [none, {}], [1]],
])('inherited: %s (docs/money.md, Shipping: tax)', (_what, goods, ids) => {
  expect(borne(goods)).toEqual(ids);
});

test.each<[string, readonly Partial<ProductFacts>[], string, readonly number[]]>([
  ['a class without rates on shipping', [books], 'inherit', []],
  ['a class that no rate names', [{ taxClass: 'gone' }], 'inherit', []],
  ['the first of several without rates', [{ taxClass: 'gone' }, reduced], 'inherit', []],
  ['the store’s class without rates', [{}], 'gone', []],
  ['a class with rates', [zero, reduced], 'inherit', [2]],
  ['the standard class', [books, {}], 'inherit', [1]],
])(
  'with the calculation of WooCommerce 10: %s (docs/money.md, Shipping: tax)',
  (_what, goods, shippingTaxClass, ids) => {
    expect(borne(goods, { shippingTaxClass }, 'woocommerce-10')).toEqual(ids);
  },
);

test.each([
  ['reduced-rate', [{}], [2]],
  ['standard', [reduced], [1]],
  ['', [reduced], [1]],
  ['reduced-rate', [none], [2]],
  ['gone', [{}], [1]],
])(
  'the store’s class for shipping, "%s", whatever is shipped (docs/money.md, Shipping: tax)',
  (shippingTaxClass, goods, ids) => {
    expect(borne(goods, { shippingTaxClass })).toEqual(ids);
  },
);

test('none if the store charges no tax', () => {
  expect(borne([{}], { enabled: false })).toEqual([]);
});

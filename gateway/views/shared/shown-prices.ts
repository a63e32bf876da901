import type { Prices, Product, ProductCard, ShopUnits, ShownTax, Variation } from '#contracts/product.ts';
import type { TaxRate } from '#contracts/settings.ts';
import type { Exact } from '#platform/money/exact.ts';
import { type Minor, minor } from '#platform/money/money.ts';
import { type LevyOf, levyOf, type ShowPrice, unitPrices, untaxed } from '#platform/tax/levy.ts';
import { memo } from '#platform/util/memo.ts';

type Slim = ShownTax['classes'][string]['home'][number];

/**
 * Values for the members of `TaxRate` that the tax rates in `ShownTax` lack. Prices do not depend on these
 * members.
 */
const anywhere: Omit<TaxRate, keyof Slim> = {
  name: '',
  country: '',
  state: '',
  postcodes: [],
  cities: [],
  priority: 0,
  order: 0,
  shipping: false,
  taxClass: '',
};

function leviesOf({ classes }: ShownTax, which: 'home' | 'here'): LevyOf {
  const levies = new Map(
    Object.entries(classes).map(([taxClass, rates]) => [
      taxClass,
      levyOf(rates[which].map((rate) => ({ ...anywhere, ...rate }))),
    ]),
  );
  return (taxClass) => levies.get(taxClass || 'standard') ?? untaxed;
}

/** The function that calculates shown prices; null if prices are shown as entered. All products of an answer share it. */
const showPriceOf = memo(({ tax, currency: { decimals } }: ShopUnits): ShowPrice | null => {
  if (tax === null) return null;
  const [home, here] = [leviesOf(tax, 'home'), leviesOf(tax, 'here')];
  return unitPrices({ ...tax, enabled: true }, tax.shown, home, here, decimals);
});

type Priced = Pick<Product, 'prices' | 'taxStatus' | 'taxClass'>;

function shownPrices({ prices, taxStatus, taxClass }: Priced, show: ShowPrice): Prices {
  const product = { taxable: taxStatus === 'taxable', taxClass };
  const shown = (price: number, exact: Exact | undefined): Minor => show(minor(price), product, exact);
  const orNone = (price: number | null, exact: Exact | undefined) =>
    price === null ? null : shown(price, exact);
  const { price, regular, sale, range, exact, ...others } = prices;
  return {
    ...others,
    price: orNone(price, exact?.price),
    regular: orNone(regular, exact?.regular),
    sale: orNone(sale, exact?.sale),
    range: range && { min: shown(range.min, exact?.price), max: shown(range.max, exact?.max) },
  };
}

function withShownPrices<One extends Priced>(one: One, show: ShowPrice): One {
  return { ...one, prices: shownPrices(one, show) };
}

/** Returns a variation with the prices that the shop shows (docs/money.md#prices-of-products). */
export function shownVariation(one: Variation, units: ShopUnits): Variation {
  const show = showPriceOf(units);
  return show ? withShownPrices(one, show) : one;
}

/** Returns a product with the prices that the shop shows, also for its variations and related products. */
export function shownProduct(product: Product, units: ShopUnits): Product {
  const show = showPriceOf(units);
  if (!show) return product;
  const shown = <One extends Priced>(one: One) => withShownPrices(one, show);
  const cards = (all: readonly ProductCard[]) => all.map(shown);
  return {
    ...shown(product),
    variations: product.variations.map(shown),
    related: cards(product.related),
    upsells: cards(product.upsells),
    crossSells: cards(product.crossSells),
  };
}

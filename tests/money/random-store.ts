import { Seeded } from '#platform/util/seeded.ts';
import { type Calculated, calculate, shownAmount } from './calculator.ts';
import type { Basket, Fee, Line, Store } from './description.ts';
import { grainOf } from './grain.ts';
import { categories, customerIds, emails, randomCodes, randomCoupons } from './random-coupons.ts';
import { randomZones } from './random-shipping.ts';
import {
  chance,
  homePlace,
  randomExact,
  randomPlace,
  randomRates,
  some,
  taxClasses,
} from './random-taxes.ts';

/** A store and a cart in it. */
export interface Shopping {
  readonly store: Store;
  readonly basket: Basket;
}

/** Countries that a store sells to (`sellsTo`) and ships to (`shipsTo`). */
const markets: readonly Pick<Store, 'sellsTo' | 'shipsTo'>[] = [
  ...Array.from({ length: 20 }, () => ({ sellsTo: [], shipsTo: [] })),
  { sellsTo: ['GB', 'US', 'JP'], shipsTo: [] },
  { sellsTo: [], shipsTo: ['GB', 'DE', 'AE'] },
  { sellsTo: ['GB', 'US', 'JP'], shipsTo: ['US', 'JP'] },
];
const now = 1_800_000_000;
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);
/** The maximum of goods and fees in minor units (docs/money.md, maximum amounts). */
const maxAmount = 2n ** 48n;

function randomPrice(random: Seeded, isHuge: boolean): number {
  if (isHuge) return random.below(2 ** 31) * 2 ** 21 + random.below(2 ** 21);
  const sizes = [3, 100, 2_000, 10_000, 10_000, 1_000_000];
  return chance(random, 15)
    ? random.pick([0, 1, 5, 33, 105, 999, 1999, 10_000])
    : random.below(random.pick(sizes));
}

function randomQuantity(random: Seeded, isHuge: boolean): number {
  if (isHuge || chance(random, 60)) return 1 + random.below(isHuge ? 2 : 5);
  return chance(random, 90) ? 1 + random.below(100) : 9_999 - random.below(3);
}

function randomLine(random: Seeded, id: number, isHuge: boolean): Line {
  return {
    productId: id,
    variationId: chance(random, 25) ? 1_000 + id : 0,
    unitPrice: randomPrice(random, isHuge),
    exact: '',
    ownPrice: chance(random, 10),
    quantity: randomQuantity(random, isHuge),
    taxClass: chance(random, 55) ? '' : random.pick(taxClasses),
    tax: chance(random, 80) ? 'taxable' : random.pick(['shipping', 'none']),
    virtual: chance(random, 20),
    shippingClass: chance(random, 60) ? 0 : random.pick([7, 8]),
    categories: some(random, categories, 2),
    onSale: chance(random, 20),
  };
}

/** Returns the lines. Some of the product's prices get further decimals than the currency, if the store has such prices. */
function withFurtherDecimals(random: Seeded, lines: readonly Line[], decimals: number): Line[] {
  if (chance(random, 60)) return [...lines];
  return lines.map((line) =>
    line.ownPrice || chance(random, 40)
      ? line
      : { ...line, exact: randomExact(random, line.unitPrice, decimals) },
  );
}

/** Returns `count` lines. Some have the price and quantity of the first line. */
function randomLines(random: Seeded, count: number, isHuge: boolean): Line[] {
  const lines = Array.from({ length: count }, (_, index) => randomLine(random, index + 1, isHuge));
  const [{ unitPrice, quantity } = { unitPrice: 0, quantity: 1 }] = lines;
  return lines.map((line) => (chance(random, 12) ? { ...line, unitPrice, quantity } : line));
}

function randomFees(random: Seeded, subtotal: bigint): Fee[] {
  const amounts = [
    250,
    1,
    99,
    -1,
    -250,
    -5_000,
    Number(subtotal) % 100_000,
    -(Number(subtotal) % 100_000),
    0,
  ];
  return Array.from({ length: chance(random, 50) ? 0 : 1 + random.below(3) }, () => {
    const amount = random.pick(amounts);
    return { amount: amount || 0, taxable: chance(random, 70), taxClass: random.pick(['', ...taxClasses]) };
  });
}

function randomStore(random: Seeded): Store {
  const address = homePlace(random);
  return {
    decimals: random.pick([0, 2, 2, 2, 3]),
    address,
    defaultCountry: chance(random, 60) ? address.country : homePlace(random).country,
    taxed: chance(random, 92),
    pricesWithTax: chance(random, 50),
    shownWithTax: chance(random, 40),
    roundsAtSubtotal: chance(random, 35),
    basedOn: random.pick(['base', 'shipping', 'shipping', 'billing']),
    shippingTaxClass: chance(random, 60) ? 'inherit' : random.pick(taxClasses),
    rates: randomRates(random),
    ships: chance(random, 93),
    ...random.pick(markets),
    hiddenUntilAddress: chance(random, 20),
    zones: [],
    takesCoupons: chance(random, 97),
    version: random.pick(['9.9', '10']),
    sequential: chance(random, 20),
    coupons: [],
    now,
  };
}

function randomBasket(random: Seeded): Basket {
  const isHuge = chance(random, 4);
  const count = 1 + random.below(isHuge ? 3 : chance(random, 75) ? 6 : 30);
  const billing = randomPlace(random);
  return {
    lines: randomLines(random, count, isHuge),
    billing,
    shipping: chance(random, 50) ? billing : randomPlace(random),
    email: random.pick(emails),
    customerId: random.pick(customerIds),
    codes: [],
    fees: [],
    chosenRate: '',
  };
}

function amountsOf({ lines, shipping, totals }: Calculated): bigint[] {
  return [
    ...Object.values(totals),
    totals.contents + totals.contentsTax + totals.subtotal + totals.subtotalTax,
    ...lines.flatMap((line) => Object.values(line)),
    ...shipping.rates.map(({ cost }) => cost),
  ];
}

/** An intermediate amount is at most this many times the largest output amount. */
const roomForSums = 8n;

function isTooMuch(calculated: Calculated, basket: Basket): boolean {
  const { fees } = basket;
  const feesAndGoods = fees.reduce(
    (all, { amount }) => all + BigInt(Math.abs(amount)),
    calculated.totals.subtotal,
  );
  if (feesAndGoods > maxAmount || amountsOf(calculated).some((amount) => amount > maxSafe)) return true;
  // If a fine amount exceeds the safe integers, the cart service uses a smaller grain than docs/money.md says. The
  // results of the cart service then differ from the calculator's results.
  const grain = grainOf(basket);
  return grain > 1n && amountsOf(calculated).some((amount) => amount * grain * roomForSums > maxSafe);
}

/**
 * Returns the store and the cart. Halves the prices until the cart is within the limits, and sometimes chooses
 * a shipping method.
 */
function completed(random: Seeded, { store, basket }: Shopping): Shopping {
  const calculated = calculate(store, basket);
  if (isTooMuch(calculated, basket)) {
    const lines = basket.lines.map((line) => ({
      ...line,
      unitPrice: Math.floor(line.unitPrice / 2),
      exact: '',
    }));
    return completed(random, { store, basket: { ...basket, lines } });
  }
  const keys = calculated.shipping.rates.map(({ key }) => key);
  const chosenRate = chance(random, 60) ? '' : random.pick([...keys, 'flat_rate:99']);
  return { store, basket: { ...basket, chosenRate } };
}

/** Returns the random store and cart of a seed. All amounts are safe integers. */
export function randomShopping(seed: number): Shopping {
  const random = new Seeded(seed);
  const storeOnly = randomStore(random);
  const rounded = randomBasket(random);
  const lines = withFurtherDecimals(random, rounded.lines, storeOnly.decimals);
  const empty = { ...rounded, lines };
  const { totals: plain } = calculate(storeOnly, empty);
  const subtotal = shownAmount(storeOnly, plain.subtotal, plain.subtotalTax);
  const coupons = randomCoupons(random, empty.lines, subtotal, now, storeOnly.decimals);
  const basket = { ...empty, codes: randomCodes(random, coupons), fees: randomFees(random, subtotal) };
  const { totals } = calculate({ ...storeOnly, coupons }, basket);
  const reduced = shownAmount(storeOnly, totals.contents, totals.contentsTax);
  const zones = randomZones(random, storeOnly.decimals, [subtotal, reduced, reduced]);
  return completed(random, { store: { ...storeOnly, coupons, zones }, basket });
}

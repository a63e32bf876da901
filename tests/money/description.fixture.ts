import type { Basket, Coupon, Line, Method, Place, Store, TaxRate, Zone } from './description.ts';

export const nowhere: Place = { country: '', state: '', postcode: '', city: '' };

/** Returns a tax rate of 20 % for all places and products. The members of `changed` replace its members. */
export function aRate(changed: Partial<TaxRate> = {}): TaxRate {
  return {
    id: 1,
    country: '',
    state: '',
    postcodes: [],
    cities: [],
    millionths: 200_000,
    priority: 1,
    order: 0,
    compound: false,
    onShipping: true,
    taxClass: 'standard',
    ...changed,
  };
}

/** Returns a flat rate without costs. The members of `changed` replace its members. */
export function aMethod(changed: Partial<Method> = {}): Method {
  return { instance: 1, kind: 'flat_rate', order: 1, enabled: true, settings: {}, ...changed };
}

/** Returns a zone without places and methods. The members of `changed` replace its members. */
export function aZone(changed: Partial<Zone> = {}): Zone {
  return {
    id: 1,
    order: 0,
    countries: [],
    states: [],
    continents: [],
    postcodes: [],
    methods: [],
    ...changed,
  };
}

/** Returns a coupon of 10 % without conditions. The members of `changed` replace its members. */
export function aCoupon(changed: Partial<Coupon> = {}): Coupon {
  return {
    id: 63,
    code: 'ten',
    kind: 'percent',
    amount: 100_000,
    exact: '',
    published: true,
    expires: null,
    individual: false,
    freeShipping: false,
    notOnSale: false,
    minimum: null,
    maximum: null,
    used: 0,
    limit: null,
    limitEach: null,
    usedBy: [],
    pieces: null,
    products: [],
    notProducts: [],
    categories: [],
    notCategories: [],
    emails: [],
    ...changed,
  };
}

/**
 * Returns the recorded store: 2 decimals, prices without tax, 20 % on all products, taxed at the store, no
 * shipping. The members of `changed` replace its members.
 */
export function aStore(changed: Partial<Store> = {}): Store {
  return {
    decimals: 2,
    address: { ...nowhere, country: 'GB' },
    defaultCountry: 'GB',
    taxed: true,
    pricesWithTax: false,
    shownWithTax: false,
    roundsAtSubtotal: false,
    basedOn: 'base',
    shippingTaxClass: 'inherit',
    rates: [aRate()],
    ships: true,
    sellsTo: [],
    shipsTo: [],
    hiddenUntilAddress: false,
    zones: [],
    takesCoupons: true,
    version: '9.9',
    sequential: false,
    coupons: [],
    now: 1_800_000_000,
    ...changed,
  };
}

/**
 * Returns a line with one piece of a taxable, shipped product at 10.00. The members of `changed` replace its
 * members.
 */
export function aLine(changed: Partial<Line> = {}): Line {
  return {
    productId: 13,
    variationId: 0,
    unitPrice: 1000,
    exact: '',
    ownPrice: false,
    quantity: 1,
    taxClass: '',
    tax: 'taxable',
    virtual: false,
    shippingClass: 0,
    categories: [],
    onSale: false,
    ...changed,
  };
}

/** Returns a guest's basket with these lines. The members of `changed` replace its members. */
export function aBasket(lines: readonly Line[], changed: Partial<Basket> = {}): Basket {
  return {
    lines,
    billing: nowhere,
    shipping: nowhere,
    email: '',
    customerId: '',
    codes: [],
    fees: [],
    chosenRate: '',
    ...changed,
  };
}

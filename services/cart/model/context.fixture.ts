import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CommandContext } from './command.ts';
import type { CartExtension } from './extension.ts';

/** Returns facts of a simple product at 18.00 without counted stock. `changed` replaces members. */
export function factsOf(changed: Partial<ProductFacts> = {}): ProductFacts {
  const id = changed.id ?? 13;
  return {
    id,
    parentId: 0,
    type: 'simple',
    status: 'publish',
    name: 'Mug',
    title: 'Mug',
    slug: 'mug',
    permalink: 'https://shop.example/product/mug/',
    sku: 'mug',
    price: 1800,
    regular: 1800,
    sale: null,
    onSale: false,
    purchasable: true,
    stock: { managed: false, quantity: null, status: 'instock', backorders: 'no', lowAmount: null },
    stockUnit: id,
    soldIndividually: false,
    minPurchase: 1,
    maxPurchase: -1,
    taxable: true,
    taxClass: '',
    shippingRequired: true,
    shippingTaxable: true,
    shippingClass: '',
    shippingClassId: 0,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    thumbnail: '',
    categoryIds: [],
    crossSellIds: [],
    attributes: [],
    choices: null,
    holdsUntil: null,
    ...changed,
  };
}

/** Returns facts of a product with this stock and no backorders. */
export function stocked(quantity: number, changed: Partial<ProductFacts> = {}): ProductFacts {
  const stock = { managed: true, quantity, status: 'instock', backorders: 'no', lowAmount: null } as const;
  return factsOf({ stock, maxPurchase: quantity, ...changed });
}

/** A store in euros with VAT of 20 % on everything, prices entered and shown without tax. */
export const store: StoreSettings = {
  title: 'Test store',
  description: '',
  homeUrl: 'https://shop.example',
  language: 'en-GB',
  timezone: 'UTC',
  gmtOffset: 0,
  address: { address1: '', address2: '', city: '', state: '', country: 'GB', postcode: '' },
  currency: {
    code: 'EUR',
    symbol: '€',
    position: 'left',
    decimals: 2,
    decimalSeparator: '.',
    thousandSeparator: ',',
  },
  calculation: 'woocommerce-9.9',
  tax: {
    enabled: true,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'base',
    shippingTaxClass: 'inherit',
    rates: [
      {
        id: 1,
        name: 'VAT',
        country: '',
        state: '',
        postcodes: [],
        cities: [],
        ppm: 200_000,
        priority: 1,
        order: 0,
        compound: false,
        shipping: true,
        taxClass: 'standard',
      },
    ],
  },
  weightUnit: 'kg',
  dimensionUnit: 'cm',
  manageStock: true,
  lowStockAmount: 2,
  reviewsEnabled: true,
  reviewsHeld: true,
  reviewsByBuyersOnly: false,
  couponsEnabled: true,
  sequentialDiscounts: false,
  shippingEnabled: true,
  shippingZones: [],
  shippingHiddenUntilAddress: false,
  sellingCountries: [],
  shippingCountries: [],
  defaultCountry: 'GB',
  customerRoles: [],
};

/** Returns a command context that has only these products, by id and SKU. */
export function commandContextOf(
  products: readonly ProductFacts[],
  settings: StoreSettings = store,
  extensions: readonly CartExtension[] = [],
  coupons: readonly Coupon[] = [],
): CommandContext {
  return {
    facts: new Map(products.map((one) => [one.id, one])),
    named: new Map(products.flatMap(({ id, sku }) => [[sku, id] as const, [String(id), id] as const])),
    coupons: new Map(coupons.map((one) => [one.code, one])),
    settings,
    now: Date.UTC(2026, 0, 1, 12),
    customerId: '',
    accounts: [],
    extensions: new Map(extensions.map((one) => [one.namespace, one])),
  };
}

/** Returns an item with one piece of product 13. `changed` replaces members. */
export function anItem(changed: Partial<Item> = {}): Item {
  return { reference: '13', quantity: '1', variation: {}, itemData: {}, price: null, ...changed };
}

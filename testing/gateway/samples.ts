import type { Account } from '#contracts/accounts.ts';
import type { Cart, CartLine } from '#contracts/cart.ts';
import type { Prices, Product, ProductCard, ShopUnits, Variation } from '#contracts/product.ts';
import type { Currency, StoreSettings } from '#contracts/settings.ts';

/** Returns a customer's account. */
export function anAccount(): Account {
  return {
    id: 42,
    username: 'ann',
    email: 'ann@example.com',
    phone: '',
    firstName: 'Ann',
    lastName: 'Other',
    displayName: 'Ann Other',
    role: 'customer',
    addresses: aCart().customer,
    createdAt: 0,
    hasPassword: true,
  };
}

// These functions return new, complete accounts, products and carts for tests. `changes` replaces some of the members.

/** The currency of the sample carts and products. */
export const euro: Currency = {
  code: 'EUR',
  symbol: '€',
  position: 'left',
  decimals: 2,
  decimalSeparator: ',',
  thousandSeparator: '.',
};

export const units: ShopUnits = { currency: euro, weightUnit: 'kg', dimensionUnit: 'cm', tax: null };

const none: Prices = {
  price: null,
  regular: null,
  sale: null,
  range: null,
  onSale: false,
  saleFrom: null,
  saleTo: null,
};

export function aPrice(changes: Partial<Prices> = {}): Prices {
  return { ...none, price: 1800, regular: 1800, ...changes };
}

const sellable = {
  parentId: 0,
  globalUniqueId: '',
  status: 'publish',
  description: '<p>Long.</p>',
  created: { local: '2031-02-03T10:10:11', utc: '2031-02-03T09:10:11' },
  modified: { local: '2031-02-04T10:10:11', utc: '2031-02-04T09:10:11' },
  featured: false,
  prices: aPrice(),
  virtual: false,
  downloadable: false,
  soldIndividually: false,
  shippingRequired: true,
  downloads: [],
  downloadLimit: -1,
  downloadExpiry: -1,
  taxStatus: 'taxable',
  taxClass: '',
  shippingClass: '',
  shippingClassId: 0,
  purchasable: true,
  stock: { managed: false, quantity: null, status: 'instock', backorders: 'no', lowAmount: null },
  minPurchase: 1,
  maxPurchase: -1,
  weight: '0.4',
  dimensions: { length: '10', width: '20', height: '' },
  images: [],
  totalSales: 3,
  menuOrder: 0,
  meta: [],
} satisfies Partial<Product>;

export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    ...sellable,
    id: 13,
    name: 'T-Shirt',
    slug: 't-shirt',
    permalink: 'https://shop.example/product/t-shirt/',
    sku: 'woo-tshirt',
    type: 'simple',
    shortDescription: 'Short.',
    catalogVisibility: 'visible',
    reviewsAllowed: true,
    averageRating: '4.00',
    ratingCount: 2,
    reviewCount: 2,
    categories: [],
    tags: [],
    brands: [],
    attributes: [],
    defaultAttributes: [],
    variationIds: [],
    variations: [],
    groupedIds: [],
    related: [],
    upsells: [],
    crossSells: [],
    externalUrl: '',
    buttonText: '',
    purchaseNote: '',
    ...changes,
  };
}

export function aVariation(changes: Partial<Variation> = {}): Variation {
  return {
    ...sellable,
    id: 54,
    parentId: 13,
    name: 'T-Shirt - Red',
    slug: 't-shirt-red',
    permalink: 'https://shop.example/product/t-shirt/?attribute_pa_colour=red',
    sku: 'woo-tshirt-red',
    attributes: [{ id: 3, key: 'pa_colour', name: 'Colour', slug: 'red', label: 'Red' }],
    ...changes,
  };
}

export function aCard(changes: Partial<ProductCard> = {}): ProductCard {
  return {
    id: 42,
    name: 'Mug',
    slug: 'mug',
    permalink: 'https://shop.example/product/mug/',
    type: 'simple',
    prices: aPrice({ price: 700, regular: 700 }),
    taxStatus: 'taxable',
    taxClass: '',
    purchasable: true,
    inStock: true,
    buttonText: '',
    externalUrl: '',
    image: '',
    ...changes,
  };
}

export function aLine(changes: Partial<CartLine> = {}): CartLine {
  return {
    key: 'c51ce410c124a10e0db5e4b97fc2af39',
    productId: 13,
    variationId: 0,
    type: 'simple',
    name: 'T-Shirt',
    title: 'T-Shirt',
    slug: 't-shirt',
    sku: 'woo-tshirt',
    quantity: 2,
    minPurchase: 1,
    maxPurchase: -1,
    unitPrice: 1800,
    unitRegular: 1800,
    subtotal: 3600,
    subtotalTax: 720,
    total: 3600,
    tax: 720,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    attributes: {},
    variation: {},
    taxes: [{ rateId: 1, subtotal: 720, total: 720 }],
    onBackorder: false,
    itemData: {},
    ownPrice: null,
    given: {},
    thumbnail: 'https://shop.example/13.png',
    ...changes,
  };
}

const nobody = {
  firstName: '',
  lastName: '',
  company: '',
  country: 'NL',
  address1: '',
  address2: '',
  postcode: '',
  city: '',
  state: '',
};

/** Returns an empty cart. */
export function aCart(changes: Partial<Cart> = {}): Cart {
  return {
    key: 't_0123456789abcdef0123456789abcdef',
    revision: 0,
    renewsAt: 1_900_000_000,
    expiresAt: 1_900_003_600,
    hash: '',
    currency: euro,
    dimensionUnit: 'cm',
    customer: { billing: { ...nobody, phone: '', email: '' }, shipping: nobody },
    assumedStates: { billing: '', shipping: '' },
    lines: [],
    itemCount: 0,
    weight: 0,
    coupons: [],
    fees: [],
    shipping: { calculated: false, packages: [], unshipped: false },
    taxes: [],
    totals: {
      subtotal: 0,
      subtotalTax: 0,
      discount: 0,
      discountTax: 0,
      contents: 0,
      contentsTax: 0,
      contentsTaxes: [],
      fees: 0,
      feesTax: 0,
      feesTaxes: [],
      shipping: 0,
      shippingTax: 0,
      shippingTaxes: [],
      taxRates: [],
      total: 0,
      totalTax: 0,
    },
    needsPayment: false,
    needsShipping: false,
    removed: [],
    crossSells: [],
    notices: [],
    taxShown: 'incl',
    note: '',
    given: {},
    extensions: {},
    ...changes,
  };
}

export const settings: StoreSettings = {
  title: 'Shop',
  description: '',
  homeUrl: 'https://shop.example',
  language: 'en-GB',
  timezone: 'UTC',
  gmtOffset: 0,
  address: { address1: '', address2: '', city: '', state: '', country: 'NL', postcode: '' },
  currency: euro,
  tax: {
    enabled: false,
    pricesIncludeTax: false,
    shownInShop: 'excl',
    shownInCart: 'excl',
    roundAtSubtotal: false,
    basedOn: 'shipping',
    shippingTaxClass: 'inherit',
    rates: [],
  },
  weightUnit: 'kg',
  dimensionUnit: 'cm',
  manageStock: true,
  lowStockAmount: 2,
  reviewsEnabled: true,
  reviewsHeld: true,
  reviewsByBuyersOnly: false,
  calculation: 'woocommerce-9.9',
  couponsEnabled: true,
  sequentialDiscounts: false,
  shippingEnabled: true,
  shippingZones: [],
  shippingHiddenUntilAddress: false,
  sellingCountries: [],
  shippingCountries: [],
  defaultCountry: 'NL',
  customerRoles: [],
};

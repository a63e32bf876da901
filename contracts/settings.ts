import { z } from 'zod';
import { Role } from './audience.ts';
import { operation } from './operation.ts';

/**
 * A currency and how its amounts are written. `decimals` is the number of decimal places: 2 for EUR, 0 for
 * JPY, 3 for KWD.
 */
export const Currency = z.object({
  code: z.string().regex(/^[A-Z]{3}$/),
  symbol: z.string(),
  position: z.enum(['left', 'right', 'left_space', 'right_space']),
  decimals: z.int().min(0).max(4),
  decimalSeparator: z.string(),
  thousandSeparator: z.string(),
});
export type Currency = z.infer<typeof Currency>;

/**
 * A tax rate and the region in which the rate applies. An empty member of the region matches every place.
 * `ppm` is the rate in millionths: 20 % is 200_000.
 */
export const TaxRate = z.object({
  id: z.int().positive(),
  name: z.string(),
  country: z.string(),
  state: z.string(),
  postcodes: z.array(z.string()),
  cities: z.array(z.string()),
  ppm: z.int().min(0),
  priority: z.int(),
  order: z.int(),
  compound: z.boolean(),
  shipping: z.boolean(),
  /** Slug of the tax class of this tax rate; `standard` for the standard class. */
  taxClass: z.string(),
});
export type TaxRate = z.infer<typeof TaxRate>;

/**
 * Maximum number of priorities in a tax class. One rate of each priority applies to an amount, so the maximum also
 * limits the number of taxes on the amount. Shops normally have one to four priorities.
 */
export const maxTaxPriorities = 20;

/**
 * Returns the tax rates of the first 20 priorities in each tax class. Rates with higher priority numbers are
 * left out.
 */
export function withinTaxPriorities(rates: readonly TaxRate[]): TaxRate[] {
  const last = new Map<string, number>();
  for (const [taxClass, group] of Map.groupBy(rates, (rate) => rate.taxClass)) {
    const priorities = [...new Set(group.map(({ priority }) => priority))].sort((a, b) => a - b);
    last.set(taxClass, priorities[maxTaxPriorities - 1] ?? Number.POSITIVE_INFINITY);
  }
  return rates.filter(({ taxClass, priority }) => priority <= (last.get(taxClass) ?? 0));
}

const TaxSettings = z.object({
  enabled: z.boolean(),
  /** Whether the prices of the catalogue contain tax. */
  pricesIncludeTax: z.boolean(),
  /** Whether the catalogue displays prices with tax (`incl`) or without tax (`excl`). */
  shownInShop: z.enum(['incl', 'excl']),
  /** Whether the cart displays prices with tax (`incl`) or without tax (`excl`). */
  shownInCart: z.enum(['incl', 'excl']),
  /** Whether tax is rounded once per cart instead of per line. */
  roundAtSubtotal: z.boolean(),
  basedOn: z.enum(['shipping', 'billing', 'base']),
  /** Slug of the tax class of shipping; `inherit` if shipping has the class of the items. */
  shippingTaxClass: z.string().max(200),
  rates: z
    .array(TaxRate)
    .refine(
      (rates) => withinTaxPriorities(rates).length === rates.length,
      `must have at most ${maxTaxPriorities} priorities in each tax class`,
    ),
});

/** A shipping method. `settings` has its costs and conditions by name, each as the text that the shop entered. */
const ShippingMethod = z.object({
  instanceId: z.int().min(0),
  /** Kind of the method: `flat_rate`, `free_shipping`, `local_pickup`, or a kind that is not supported. */
  methodId: z.string().max(200),
  title: z.string().max(1_000),
  order: z.int(),
  enabled: z.boolean(),
  settings: z.record(z.string().max(200), z.string().max(2_000)),
});

/** A shipping zone. A zone without locations covers every place that no other zone covers. */
export const ShippingZone = z.object({
  id: z.int().min(0),
  name: z.string().max(1_000),
  order: z.int(),
  /**
   * Places in the zone. A code is a country (`GB`), a state (`US:CA`), a continent (`EU`) or postcodes
   * (`SW1*`, `1000...1999`).
   */
  locations: z
    .array(
      z.object({ code: z.string().max(200), type: z.enum(['country', 'state', 'continent', 'postcode']) }),
    )
    .max(5_000),
  methods: z.array(ShippingMethod).max(200),
});
export type ShippingZone = z.infer<typeof ShippingZone>;

/** The versions of WooCommerce whose rules a cart can follow (docs/money.md, "Two calculations"). */
export const Calculation = z.enum(['woocommerce-9.9', 'woocommerce-10']);

/** The settings of the store, which are stored as one document. */
export const StoreSettings = z.object({
  title: z.string(),
  description: z.string(),
  homeUrl: z.string(),
  language: z.string(),
  timezone: z.string(),
  gmtOffset: z.number(),
  address: z.object({
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    postcode: z.string(),
  }),
  currency: Currency,
  calculation: Calculation,
  tax: TaxSettings,
  weightUnit: z.string(),
  dimensionUnit: z.string(),
  /** Whether the store counts stock. */
  manageStock: z.boolean(),
  /**
   * Number of items at or below which the stock of a product is low. A product's own threshold has
   * precedence.
   */
  lowStockAmount: z.int().min(0),
  reviewsEnabled: z.boolean(),
  /** Whether new reviews wait for approval. */
  reviewsHeld: z.boolean(),
  /** Whether only buyers of a product may review the product. */
  reviewsByBuyersOnly: z.boolean(),
  couponsEnabled: z.boolean(),
  /**
   * Whether each coupon reduces the price that remains after the previous coupon. If false, each coupon is
   * applied to the full price.
   */
  sequentialDiscounts: z.boolean(),
  shippingEnabled: z.boolean(),
  shippingZones: z.array(ShippingZone).max(500),
  /** Whether shipping costs are hidden until the cart has an address. */
  shippingHiddenUntilAddress: z.boolean(),
  /** Countries to which the shop sells; empty for all countries. */
  sellingCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300),
  /** Countries to which the shop ships; empty for the countries to which the shop sells. */
  shippingCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300),
  /** Country of the address in a new cart; empty if a new cart has no country. */
  defaultCountry: z.string(),
  /**
   * Roles of customers in addition to `customer`, such as `wholesale`. Prices and products can be reserved for these
   * roles.
   */
  customerRoles: z.array(Role).max(30),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/**
 * Returns the store's settings and the number of their last change in the feed `settings`. While MongoDB
 * does not answer, `age` is the number of milliseconds since the settings were last confirmed; else 0.
 */
export const readSettings = operation('catalogue.read-settings', {
  summary: "The store's settings",
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cart', 'connect', 'cli'],
  request: z.object({}),
  reply: z.object({ settings: StoreSettings, number: z.int().min(0), age: z.number().min(0).default(0) }),
});

/** Changes the settings that the request contains. All other settings stay unchanged. */
export const writeSettings = operation('catalogue.write-settings', {
  summary: "Changes some of the store's settings",
  access: 'operator',
  effect: 'write',
  request: z.object({ settings: StoreSettings.partial() }),
  reply: z.object({ settings: StoreSettings, number: z.int().min(0) }),
});

/** The settings that WooCommerce does not have. With a connection to a shop, they are still set here. */
const ownMembers = { reviewsHeld: true, customerRoles: true } as const;
export const ownSettings: readonly string[] = Object.keys(ownMembers);

/** As `writeSettings`, for what follows a shop of WooCommerce: settings that the shop does not have are ignored. */
export const followSettings = operation('catalogue.follow-settings', {
  summary: "Changes some of the store's settings, as a shop has them",
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ settings: StoreSettings.omit(ownMembers).partial() }),
  reply: writeSettings.reply,
});

/**
 * Says that the shop at `url` is followed. For a day from each call, operators cannot change what belongs to this shop: they
 * get `service_belongs_to_shop`. So a stop of `connect` for a night allows nothing.
 */
export const followShop = operation('catalogue.follow-shop', {
  summary: 'Keeps what belongs to a followed shop from changes by operators',
  access: 'caller',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ url: z.string().min(1).max(2_000) }),
  reply: z.object({}),
});

/** Says that no shop is followed. Operators may change everything, until the next `followShop`. */
export const releaseShop = operation('catalogue.release-shop', {
  summary: 'Lets operators change what belonged to a followed shop',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({}),
  reply: z.object({}),
});

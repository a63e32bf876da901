import { z } from 'zod';
import { Role } from './audience.ts';
import { operation } from './operation.ts';

/** Format of amounts. `decimals` is the number of decimal places: 2 for EUR, 0 for JPY, 3 for KWD. */
export const Currency = z.object({
  code: z.string().regex(/^[A-Z]{3}$/),
  symbol: z.string(),
  position: z.enum(['left', 'right', 'left_space', 'right_space']),
  decimals: z.int().min(0).max(4),
  decimalSeparator: z.string(),
  thousandSeparator: z.string(),
});
export type Currency = z.infer<typeof Currency>;

/** A tax rate and its region. An empty text matches everywhere. `ppm` is the rate in millionths: 20 % is 200_000. */
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
  /** `standard`, or the slug of a reduced class. */
  taxClass: z.string(),
});
export type TaxRate = z.infer<typeof TaxRate>;

/**
 * Maximum number of priorities per tax class. One rate per priority applies, so this limits the taxes on an amount.
 * Shops have one to four.
 */
export const maxTaxPriorities = 20;

/** Returns the rates without those beyond the maximum number of priorities of their tax class. */
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
  /** Whether prices are displayed with tax, in the shop and in the cart. */
  shownInShop: z.enum(['incl', 'excl']),
  shownInCart: z.enum(['incl', 'excl']),
  /** Whether tax is rounded once per cart instead of per line. */
  roundAtSubtotal: z.boolean(),
  basedOn: z.enum(['shipping', 'billing', 'base']),
  /** Tax class of shipping: a class's slug, or `inherit` for the class of the items. */
  shippingTaxClass: z.string().max(200),
  rates: z
    .array(TaxRate)
    .refine(
      (rates) => withinTaxPriorities(rates).length === rates.length,
      `must have at most ${maxTaxPriorities} priorities in each tax class`,
    ),
});

/** A shipping method. `settings` are the texts that the shop entered, by name: costs, conditions, classes. */
const ShippingMethod = z.object({
  instanceId: z.int().min(0),
  /** `flat_rate`, `free_shipping`, `local_pickup`, or an unsupported method. */
  methodId: z.string().max(200),
  title: z.string().max(1_000),
  order: z.int(),
  enabled: z.boolean(),
  settings: z.record(z.string().max(200), z.string().max(2_000)),
});

/** A shipping zone. Without locations it covers everywhere that no other zone covers. */
export const ShippingZone = z.object({
  id: z.int().min(0),
  name: z.string().max(1_000),
  order: z.int(),
  /** Codes are `GB`, `US:CA`, `EU` for a continent, `SW1*` or `1000...1999` for postcodes. */
  locations: z
    .array(
      z.object({ code: z.string().max(200), type: z.enum(['country', 'state', 'continent', 'postcode']) }),
    )
    .max(5_000),
  methods: z.array(ShippingMethod).max(200),
});
export type ShippingZone = z.infer<typeof ShippingZone>;

/** Settings of the store: one document, read as a whole. */
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
  tax: TaxSettings,
  weightUnit: z.string(),
  dimensionUnit: z.string(),
  /** Whether stock is counted at all. */
  manageStock: z.boolean(),
  /** Stock at or below this is low; a product's own threshold takes precedence. */
  lowStockAmount: z.int().min(0),
  reviewsEnabled: z.boolean(),
  /** Whether reviews wait for approval. */
  reviewsHeld: z.boolean(),
  /** Whether only buyers of a product may review it. */
  reviewsByBuyersOnly: z.boolean(),
  couponsEnabled: z.boolean(),
  /** Whether each coupon applies to the price after the previous coupon, not to the full price. */
  sequentialDiscounts: z.boolean(),
  shippingEnabled: z.boolean(),
  shippingZones: z.array(ShippingZone).max(500),
  /** Whether shipping costs are shown only when the cart has an address. */
  shippingHiddenUntilAddress: z.boolean(),
  /** Countries that the shop sells to, and countries that it ships to; empty for all. */
  sellingCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300),
  shippingCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300),
  /** Country of a new cart's address; empty for none. */
  defaultCountry: z.string(),
  /** Further customer roles for reserved prices and products: `wholesale`. */
  customerRoles: z.array(Role).max(30),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/**
 * Returns the store's settings and the number of their last change on the feed `settings`. `age` is the number of
 * milliseconds for which MongoDB could not confirm them.
 */
export const readSettings = operation('catalogue.read-settings', {
  summary: "The store's settings",
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cart', 'cli'],
  request: z.object({}),
  reply: z.object({ settings: StoreSettings, number: z.int().min(0), age: z.number().min(0).default(0) }),
});

/** Replaces the given settings; the others stay unchanged. */
export const writeSettings = operation('catalogue.write-settings', {
  summary: "Changes some of the store's settings",
  access: 'operator',
  effect: 'write',
  request: z.object({ settings: StoreSettings.partial() }),
  reply: z.object({ settings: StoreSettings, number: z.int().min(0) }),
});

import type { Notes } from '../notes.ts';
import type { ShopFolder } from './folder.ts';
import { type WooSetting, WooStatus } from './shop-schemas.ts';

/** A WooCommerce setting that affects customers, but that Cartwright does not have. */
interface UnsupportedSetting {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Returns whether a value of the setting affects customers. */
  counts(value: string): boolean;
}

const unsupportedSettings: readonly UnsupportedSetting[] = [
  {
    id: 'woocommerce_default_customer_address',
    what: 'location of new customers',
    why: 'the shop finds it by the network address; here a new cart starts in the country of the shop',
    counts: (value) => value.startsWith('geolocation'),
  },
  {
    id: 'woocommerce_hide_out_of_stock_items',
    what: 'products out of stock',
    why: 'the shop hides them; here lists have them, unless they ask for stock_status=instock',
    counts: (value) => value === 'yes',
  },
  {
    id: 'woocommerce_notify_no_stock_amount',
    what: 'amount at which stock is out',
    why: 'the shop stops selling at this amount; here a product is sold down to 0 pieces',
    counts: (value) => Number(value) > 0,
  },
  {
    id: 'woocommerce_price_display_suffix',
    what: 'text behind prices',
    why: 'it is not in any answer here: the storefront has to write it',
    counts: (value) => value.trim() !== '',
  },
];

/** Adds a note for each setting of the shop that affects customers, but that Cartwright does not have. */
export function noteUnsupportedSettings(
  groups: readonly (readonly WooSetting[] | null)[],
  notes: Notes,
): void {
  const values = new Map(groups.flatMap((group) => group ?? []).map(({ id, value }) => [id, value]));
  for (const { id, what, why, counts } of unsupportedSettings) {
    const value = values.get(id);
    if ((typeof value === 'string' || typeof value === 'number') && counts(String(value))) {
      notes.leaveOut(what, why);
    }
  }
}

/** File with the active plugins and the version of WooCommerce, from its system status. */
export const pluginsFile = 'plugins.json';

/** Matches the folders of the plugins that Cartwright replaces: WooCommerce and CoCart. */
const replaced = /^(woocommerce|cart-rest-api-for-woocommerce|cocart-[^/]*)\//;

/**
 * Adds a note for each plugin that may change products, prices, carts or the checkout. @throws Problem for a file that
 * is no JSON
 */
export async function notePlugins(folder: ShopFolder, notes: Notes): Promise<void> {
  if (!folder.has(pluginsFile)) return;
  const { data, error } = WooStatus.safeParse(await folder.whole(pluginsFile));
  if (error) notes.leaveOut(pluginsFile, error.issues[0]?.message ?? 'cannot be read');
  const plugins = data?.active_plugins;
  if (plugins === null)
    notes.leaveOut('names of plugins', 'the key pair may not read the status of the shop');
  for (const { plugin, name } of plugins ?? []) {
    if (replaced.test(plugin)) continue;
    const what = `plugin ${(name || plugin).slice(0, 100)}`;
    notes.leaveOut(what, 'it does not run here: check what it does to products, prices, carts and checkout');
  }
}

/** Matches the keys under which WooCommerce and plugins store additional fields of the checkout. */
const checkoutField = /^(billing_|shipping_|_wc_billing\/|_wc_shipping\/|_wc_other\/)/;

/** Adds a note for each additional checkout field of a customer. */
export function noteCheckoutFields(meta: readonly { readonly key: string }[], notes: Notes): void {
  for (const { key } of meta) {
    if (!checkoutField.test(key)) continue;
    notes.leaveOut(`checkout field ${key.slice(0, 60)}`, 'accounts here have no such field');
  }
}

import { z } from 'zod';
import type { StoreSettings } from '#contracts/settings.ts';
import { list, text } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import type { Notes } from './notes.ts';

/** The status of the shop; `active_plugins` is null or missing if the key pair may not read the status. */
export const WooStatus = z.object({
  active_plugins: list(z.object({ plugin: text, name: text, version: text })).nullable(),
  environment: z.object({ version: text, language: text }).nullish().catch(null),
});
export type WooStatus = z.infer<typeof WooStatus>;

/** File with the active plugins, the version of WooCommerce and the language of the shop, from its system status. */
export const pluginsFile = 'plugins.json';

/** Matches the plugins that Cartwright replaces, WooCommerce and CoCart, and the plugin that tells it of changes. */
const replaced = /^(woocommerce|cart-rest-api-for-woocommerce|cocart-[^/]*|cartwright)\/|^cartwright\.php$/;

/**
 * Adds a note for each plugin that may change products, prices, carts or the checkout. @throws Problem for a file that
 * is no JSON
 */
export async function notePlugins(folder: ShopFiles, notes: Notes): Promise<void> {
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

/**
 * Returns the language of the shop: WordPress's `de_DE_formal` is `de-DE`. If the shop does not tell it, the language
 * stays as it is.
 */
export function shopLanguage({ environment }: WooStatus): Partial<StoreSettings> {
  const [language] = /^[a-z]{2,3}(?:_[A-Z]{2})?(?=$|_)/.exec(environment?.language ?? '') ?? [];
  return language === undefined ? {} : { language: language.replace('_', '-') };
}

/**
 * Returns the rules of calculation of the shop's version of WooCommerce. If the version is not known, the rules stay as
 * they are.
 */
export function calculationOf(
  { environment, active_plugins: plugins }: WooStatus,
  notes: Notes,
): Partial<StoreSettings> {
  const plugin = plugins?.find((one) => one.plugin === 'woocommerce/woocommerce.php');
  const version = environment?.version || plugin?.version || '';
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  if (major === undefined) {
    notes.leaveOut('version of WooCommerce', 'it is not known: the setting calculation stays as it is');
    return {};
  }
  if (Number(major) < 10) return { calculation: 'woocommerce-9.9' };
  if (Number(major) === 10 && Number(minor) === 0)
    notes.adjust('tax on shipping', 'follows WooCommerce 10.1, where a tax class without rates has none');
  return { calculation: 'woocommerce-10' };
}

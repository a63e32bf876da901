import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CommandContext } from './command-context.ts';
import type { CartExtension } from './extension.ts';
import { store } from './facts.fixture.ts';

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

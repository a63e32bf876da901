import { z } from 'zod';
import { knownRoles, Role } from '#contracts/audience.ts';
import { maxRoles, type Reservation } from '#contracts/product.ts';
import type { Notes } from '../notes.ts';
import type { WooSellable } from './schemas.ts';
import { exactPrices, type ShopFormat } from './values.ts';

/**
 * Keys of meta data entries that reserve prices or a product for customer roles. WooCommerce itself cannot
 * reserve prices or products.
 */
const keys = { rolePrices: '_cartwright_role_prices', visibleTo: '_cartwright_visible_to' } as const;

const amount = z.union([z.string(), z.number().transform(String)]).default('');
/** Schema of prices by customer role: `{"wholesale": {"regular_price": "8.00", "sale_price": ""}}`. */
const RolePrices = z.record(Role, z.object({ regular_price: amount, sale_price: amount }));
/** Schema of the customer roles that see a product: `["wholesale"]`. */
const VisibleTo = z.array(Role).min(1).max(maxRoles);

/**
 * Returns the value of the meta data entry with the key `wanted`. A value that is JSON text is parsed. Undefined if the
 * entry is missing or empty.
 */
function metaValue(given: WooSellable['meta_data'], wanted: string): unknown {
  const value = given.findLast(({ key }) => key === wanted)?.value;
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function rolePricesOf(given: unknown, format: ShopFormat): Reservation['rolePrices'] | null {
  const parsed = RolePrices.safeParse(given);
  if (!parsed.success || Object.keys(parsed.data).length > maxRoles) return null;
  try {
    return Object.entries(parsed.data)
      .map(([role, prices]) => ({ role, ...exactPrices(prices, format).prices }))
      .sort((one, other) => (one.role < other.role ? -1 : 1));
  } catch {
    return null;
  }
}

/**
 * Reads the meta data of a product or variation (`import woocommerce --help` describes the format). Returns the prices
 * that are reserved for roles, and the roles that see the product. Invalid prices are left out. If the list of roles
 * is invalid, only managers see the product. `roles` are the store's customer roles except `customer`.
 */
export function reservationOf(
  given: WooSellable['meta_data'],
  format: ShopFormat & { readonly roles: readonly Role[]; readonly notes: Notes },
): Reservation {
  const { roles, notes } = format;
  const prices = metaValue(given, keys.rolePrices);
  const rolePrices = prices === undefined ? [] : rolePricesOf(prices, format);
  if (rolePrices === null) notes.leaveOut(keys.rolePrices, 'is no object of prices by role');
  const named = metaValue(given, keys.visibleTo);
  const visibleTo = named === undefined ? null : VisibleTo.safeParse(named);
  if (visibleTo?.success === false) {
    notes.adjust(keys.visibleTo, 'is no list of roles: only those who look after the shop see the product');
  }
  for (const [key, used] of [
    [keys.rolePrices, rolePrices?.map(({ role }) => role)],
    [keys.visibleTo, visibleTo?.data],
  ] as const) {
    const unknown = (used ?? []).filter((role) => ![...knownRoles, ...roles].includes(role));
    for (const role of new Set(unknown)) {
      notes.adjust(key, `names "${role}": kept, but not among the setting customer-roles`);
    }
  }
  return { visibleTo: visibleTo && (visibleTo.data ?? ['administrator']), rolePrices: rolePrices ?? [] };
}

/** Returns whether the meta data entry with this key limits a product, or some of its prices, to certain roles. */
export function isReservation(key: string): boolean {
  return key === keys.rolePrices || key === keys.visibleTo;
}

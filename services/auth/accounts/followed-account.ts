import { isDeepStrictEqual } from 'node:util';
import type { ShopCustomer } from '#contracts/shop-customers.ts';
import { type AccountDocument, hasOwnPassword, namesOf, voidsTokens } from '../model/account.ts';

type AccountRecord = AccountDocument['record'];

/**
 * Returns the account of a customer of the connected shop, new or after a change there. What did not change there since the
 * last time stays as it is here. The user name, e-mail and phone of an account with a password of its own stay too: with
 * another e-mail, somebody else could reset the password.
 */
export function followedAccount(
  { id, ...shop }: ShopCustomer,
  before: AccountDocument | undefined,
): AccountDocument {
  if (!before) {
    const role = 'customer';
    return {
      ...{ _id: id, names: namesOf(shop), role, record: shop, passwordHash: null },
      ...{ generation: 0, followed: shop },
    };
  }
  const merged = before.followed ? mergedRecord(before.followed, shop, before.record) : shop;
  const { username, email, phone } = hasOwnPassword(before) ? before.record : merged;
  const record = { ...merged, username, email, phone };
  const isVoid = voidsTokens(before, { role: before.role, record });
  const generation = before.generation + (isVoid ? 1 : 0);
  return { ...before, names: namesOf(record), record, generation, followed: shop };
}

function mergedRecord(earlier: AccountRecord, shop: AccountRecord, here: AccountRecord): AccountRecord {
  const { billing, shipping } = shop.addresses;
  return {
    ...merged(earlier, shop, here),
    addresses: {
      billing: merged(earlier.addresses.billing, billing, here.addresses.billing),
      shipping: merged(earlier.addresses.shipping, shipping, here.addresses.shipping),
    },
  };
}

/** Returns `here` with the members that differ between `earlier` and `shop`. */
function merged<T extends object>(earlier: T, shop: T, here: T): T {
  const names = Object.keys(shop) as (keyof T)[];
  const changed = names.filter((name) => !isDeepStrictEqual(shop[name], earlier[name]));
  return { ...here, ...Object.fromEntries(changed.map((name) => [name, shop[name]])) };
}

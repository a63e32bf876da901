import type { Cart, CartLine, Customer, Notice } from '#contracts/cart.ts';

/** Members of a cart that all dialects write alike (specification 2.7). */

function addressMembers(address: Customer['shipping'], prefix: string): Record<string, string> {
  return {
    [`${prefix}_first_name`]: address.firstName,
    [`${prefix}_last_name`]: address.lastName,
    [`${prefix}_company`]: address.company,
    [`${prefix}_country`]: address.country,
    [`${prefix}_address_1`]: address.address1,
    [`${prefix}_address_2`]: address.address2,
    [`${prefix}_postcode`]: address.postcode,
    [`${prefix}_city`]: address.city,
    [`${prefix}_state`]: address.state,
  };
}

export function customer({ billing, shipping }: Customer) {
  return {
    billing_address: {
      ...addressMembers(billing, 'billing'),
      billing_phone: billing.phone,
      billing_email: billing.email,
    },
    shipping_address: addressMembers(shipping, 'shipping'),
  };
}

/** The names and limits of a line, before its amounts. */
export function lineQuantity({ quantity, minPurchase, maxPurchase }: CartLine) {
  return { value: quantity, min_purchase: minPurchase, max_purchase: maxPurchase };
}

/** The id of what is bought: the variation's, else the product's. */
export function lineId({ productId, variationId }: CartLine): number {
  return variationId || productId;
}

/** Weight of the whole line; `0.0` when the product has none (contract 4.8). */
export function lineWeight({ weight }: CartLine): string {
  return weight || '0.0';
}

export function backorderText({ onBackorder }: CartLine): string {
  return onBackorder ? 'Available on backorder' : '';
}

/** Notices by kind, in the order in which each kind came first; kinds without any are left out. */
export function notices(all: readonly Notice[]): Record<string, string[]> {
  const kinds: Record<string, string[]> = {};
  for (const { kind, text } of all) {
    kinds[kind] ??= [];
    kinds[kind].push(text);
  }
  return kinds;
}

/** Packages by the names they have in answers: `default`, then `1`, `2` … (contract 2.4). */
export function byPackage<Value>(
  { shipping }: Cart,
  value: (one: Cart['shipping']['packages'][number]) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    shipping.packages.map((one, index) => [index === 0 ? 'default' : String(index), value(one)]),
  );
}

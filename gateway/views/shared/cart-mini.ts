/** Members of a line that the mini cart needs. */
interface Item {
  readonly item_key: string;
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly quantity: { readonly value: number };
  readonly featured_image: string;
}

/** Members of a cart that the mini cart needs, apart from the lines. */
interface Whole {
  readonly cart_hash: string;
  readonly cart_key: string;
  readonly currency: unknown;
  readonly item_count: number;
  readonly needs_payment: boolean;
  readonly needs_shipping: boolean;
  readonly totals: {
    readonly subtotal: string;
    readonly subtotal_tax: string;
    readonly total: string;
    readonly total_tax: string;
  };
}

/** Returns a line of the mini cart. `quantity` is a plain number. */
export function miniItem({ item_key, id, name, price, quantity, featured_image }: Item) {
  return { item_key, id, name, price, quantity: quantity.value, featured_image };
}

/**
 * Returns the mini cart, which a page shows in its corner (docs/reference/cart.md#read-the-cart-in-short).
 * Amounts have the same form as in the dialect's whole cart.
 */
export function miniCart<Items>(whole: Whole, items: Items) {
  const { cart_hash, cart_key, currency, item_count, needs_payment, needs_shipping, totals } = whole;
  const { subtotal, subtotal_tax, total, total_tax } = totals;
  return {
    cart_hash,
    cart_key,
    currency,
    items,
    item_count,
    totals: { subtotal, subtotal_tax, total, total_tax },
    needs_payment,
    needs_shipping,
  };
}

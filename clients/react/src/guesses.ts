import type { Cart, NewItem } from '@cartwright/client';

/** What a cart will probably look like after a change. Amounts are never guessed: they are the shop's. */
export type Guess = (cart: Cart) => Cart;

/** The item gets this quantity; with the quantity 0 it goes. */
export const withQuantity =
  (key: string, quantity: number): Guess =>
  (cart) => {
    const { [key]: item, ...others } = cart.items;
    if (!item) return cart;
    const changed = { ...item, quantity: { ...item.quantity, value: quantity } };
    return {
      ...cart,
      item_count: cart.item_count + quantity - item.quantity.value,
      // The changed item keeps its place.
      items: quantity > 0 ? { ...cart.items, [key]: changed } : others,
    };
  };

/** The cart has more pieces. If it has an item of this product already, this item has more; a new one comes with the answer. */
export const withMore =
  ({ id, quantity = 1, variation, item_data }: NewItem): Guess =>
  (cart) => {
    const more = Number(quantity);
    const item = Object.values(cart.items).find(
      (one) => String(one.id) === String(id) && Object.keys(one.cart_item_data).length === 0,
    );
    return item && !variation && !item_data
      ? withQuantity(item.item_key, item.quantity.value + more)(cart)
      : { ...cart, item_count: cart.item_count + more };
  };

/** The cart is empty. */
export const emptied: Guess = (cart) => ({ ...cart, item_count: 0, items: {} });

import { useSyncExternalStore } from 'react';
import type { CartState, CartStore } from './cart-store.ts';
import { useShared } from './provider.ts';

type CartActions = Pick<
  CartStore,
  'addItem' | 'setQuantity' | 'removeItem' | 'restoreItem' | 'clear' | 'change' | 'refresh' | 'dismiss'
>;

/**
 * Returns the cart of the shopper and its changes. A change is shown at once and taken back if the shop refuses it; its
 * promise says whether the shop has made it. The functions stay the same from one rendering to the next.
 */
export function useCart(): CartState & CartActions {
  const { cart: store } = useShared();
  const state = useSyncExternalStore(store.subscribe, store.snapshot, () => store.initial);
  const { addItem, setQuantity, removeItem, restoreItem, clear, change, refresh, dismiss } = store;
  return { ...state, addItem, setQuantity, removeItem, restoreItem, clear, change, refresh, dismiss };
}

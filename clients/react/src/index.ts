'use client';
// The exports of the package. The directive lets server components import it.
export type { CartState } from './cart-store.ts';
export type { Guess } from './guesses.ts';
export { ShopProvider, useShop } from './provider.ts';
export type { SessionState } from './session-store.ts';
export { useCart } from './use-cart.ts';
export { type ProductsState, useProducts } from './use-products.ts';
export { useSession } from './use-session.ts';

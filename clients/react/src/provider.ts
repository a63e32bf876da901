import type { Client } from '@cartwright/client';
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import { CartStore } from './cart-store.ts';
import { SessionStore } from './session-store.ts';

/** What the components below a provider share. */
interface Shared {
  readonly client: Client;
  readonly cart: CartStore;
  readonly session: SessionStore;
}

const Context = createContext<Shared | null>(null);

/**
 * Gives the components below it a shop. Create the client outside of components. Nothing is requested before a component
 * uses a hook.
 */
export function ShopProvider({
  client,
  children,
}: {
  readonly client: Client;
  readonly children?: ReactNode;
}) {
  const value = useMemo(
    () => ({ client, cart: new CartStore(client), session: new SessionStore(client) }),
    [client],
  );
  return createElement(Context.Provider, { value }, children);
}

/** @throws Error outside of a provider */
export function useShared(): Shared {
  const shared = useContext(Context);
  if (!shared) throw new Error('This hook needs a <ShopProvider client={…}> around its component.');
  return shared;
}

/** Returns the client of the provider, for everything that has no hook. */
export const useShop = (): Client => useShared().client;

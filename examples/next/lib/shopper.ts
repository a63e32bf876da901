import { type Client, type ClientStorage, createClient } from '@cartwright/client';
import { cookies, headers } from 'next/headers';
import { shopUrl } from './settings';
import { cookieOptions } from './tokens';

/** Keeps the key of the cart and the tokens of the login in cookies of the shopper. */
async function cookieStorage(): Promise<ClientStorage> {
  const jar = await cookies();
  // Next lets actions write cookies. A page that is being rendered cannot: what it would write, the next action does.
  const inAction = (write: () => void) => {
    try {
      write();
    } catch {}
  };
  return {
    get: (name) => jar.get(name)?.value ?? null,
    set: (name, value) => inAction(() => jar.set(name, value, cookieOptions(name, value))),
    remove: (name) => inAction(() => jar.delete(name)),
  };
}

/**
 * Returns the shop as the shopper of this request sees it. The address of the shopper is handed on, so that the limits of
 * Cartwright count each shopper and not this server. Pages that call this function are made for each request.
 */
export async function shopper(): Promise<Client> {
  const received = await headers();
  const handedOn: Record<string, string> = {};
  for (const name of ['x-forwarded-for', 'x-forwarded-proto']) {
    const value = received.get(name);
    if (value !== null) handedOn[name] = value;
  }
  const storage = await cookieStorage();
  return createClient({ url: shopUrl, storage, tokenStorage: storage, headers: handedOn });
}

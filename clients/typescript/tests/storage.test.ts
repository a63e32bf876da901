import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { type WebStorage, webStorage } from '../src/storage.ts';
import { answers, json, refuse } from './answers.fixture.ts';

/** Returns a browser's storage, which several tabs can share. */
function browserStorage(): WebStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const refused = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each<[string, WebStorage | (() => WebStorage)]>([
  ['whose name cannot be read', refused],
  ['that is null', () => null as unknown as WebStorage],
  ['that refuses every call', { getItem: refused, setItem: refused, removeItem: refused }],
  ['that is full', { ...browserStorage(), setItem: refused }],
])('with a storage %s, a guest has one cart, and a login lasts as long as the page', async (_, storage) => {
  const kept = webStorage(storage);
  const { url, requests } = await answers(({ route }, response) => {
    const data = { jwt_token: 'a', refresh_token: 'r' };
    if (route === 'POST /v2/login') json(response, { data });
    else json(response, {}, 200, { 'Cart-Key': 't_1' });
  });
  const shop = createClient({ url, storage: kept, tokenStorage: kept });
  await shop.cart.get();
  await shop.cart.get();
  await shop.login({ username: 'ann', password: 'a long password' });
  await shop.products.list();
  expect(requests.map(({ headers }) => headers['cart-key'] ?? headers.authorization)).toEqual([
    undefined,
    't_1',
    undefined,
    'Bearer a',
  ]);
  await shop.logout();
  expect(await shop.account.isLoggedIn()).toBe(false);
});

test('a text that was kept in memory, since the storage was full, is replaced when the storage has room again', () => {
  const storage = browserStorage();
  let full = true;
  const tab = webStorage({
    ...storage,
    setItem: (name, value) => (full ? refused() : storage.setItem(name, value)),
  });
  storage.setItem('cartwright.cart-key', 'old');
  tab.set('cart-key', 'new');
  expect(tab.get('cart-key')).toBe('new');
  full = false;
  tab.set('cart-key', 'newer');
  expect(storage.kept.get('cartwright.cart-key')).toBe('newer');
  // A text that another tab has removed is also gone in this tab.
  storage.removeItem('cartwright.cart-key');
  expect(tab.get('cart-key')).toBeNull();
});

test('two tabs whose token has expired share one refresh', async () => {
  const { url, requests } = await answers(({ route, headers }, response) => {
    if (route === 'POST /jwt/refresh-token') json(response, { token: 'new', refresh_token: 'r2' });
    else if (headers.authorization !== 'Bearer new') refuse(response, 401, 'service_authentication_error');
    else json(response, { products: [] });
  });
  const storage = browserStorage();
  const tabs = [1, 2, 3].map(() =>
    createClient({ url, tokenStorage: webStorage(() => storage, 'two-tabs.') }),
  );
  storage.setItem('two-tabs.access-token', 'old');
  storage.setItem('two-tabs.refresh-token', 'r1');
  await Promise.all(tabs.map((tab) => tab.products.list()));
  expect(requests.filter(({ route }) => route === 'POST /jwt/refresh-token')).toHaveLength(1);
});

test('if a refresh fails in one tab, the other tab tries it, too', async () => {
  const { url, requests } = await answers(({ route }, response) => {
    if (route === 'POST /jwt/refresh-token')
      refuse(response, 503, 'service_unavailable', { 'Retry-After': '60' });
    else refuse(response, 401, 'service_authentication_error');
  });
  const storage = browserStorage();
  storage.setItem('failing.access-token', 'old');
  storage.setItem('failing.refresh-token', 'r1');
  const tabs = [1, 2].map(() => createClient({ url, tokenStorage: webStorage(storage, 'failing.') }));
  const all = await Promise.allSettled(tabs.map((tab) => tab.products.list()));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(requests.filter(({ route }) => route === 'POST /jwt/refresh-token')).toHaveLength(2);
});

/** Lets the global object have listeners, as a browser's window has. Returns a function that sends a `storage` event. */
function browserWindow() {
  const window = new EventTarget();
  const named = ['addEventListener', 'removeEventListener'] as const;
  const before = named.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of named)
    Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
  onTestFinished(() => {
    for (const [index, name] of named.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });
  return (key: string | null, oldValue: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }));
}

test('a login and a logout in one tab are seen by the others, a refresh is not', async () => {
  const sent = browserWindow();
  const shared = webStorage(browserStorage());
  const tab = createClient({ url: 'http://127.0.0.1:9', tokenStorage: shared });
  let changes = 0;
  const unlisten = tab.account.onChange(() => {
    changes += 1;
  });
  const after = (...event: Parameters<typeof sent>) => {
    sent(...event);
    return changes;
  };
  expect(after('cartwright.access-token', null, 'a')).toBe(1);
  expect(after('cartwright.access-token', 'a', 'b')).toBe(1);
  expect(after('cartwright.refresh-token', null, 'r')).toBe(1);
  expect(after('cartwright.cart-key', 'k', null)).toBe(1);
  expect(after('other.access-token', 'b', null)).toBe(1);
  expect(after('cartwright.access-token', 'b', null)).toBe(2);
  expect(after(null, null, null)).toBe(3);
  unlisten();
  expect(after('cartwright.access-token', null, 'a')).toBe(3);
});

test('without a browser, or with a storage of its own, a client hears only itself', () => {
  const shop = createClient({ url: 'http://127.0.0.1:9', tokenStorage: webStorage(browserStorage()) });
  const unlisten = shop.account.onChange(() => undefined);
  expect(unlisten).not.toThrow();
});

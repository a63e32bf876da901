import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../src/client.ts';
import { answers, json } from './answers.fixture.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each(['', 'shop.example', 'ftp://shop.example', '/api', 'https://shop.example/?a=b'])(
  'the address %j fails at once',
  (url) => {
    expect(() => createClient({ url })).toThrow(TypeError);
  },
);

/** Returns the reason why a request failed, and how often it was sent. */
async function reasonAt(url: string, options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const shop = createClient({ url, repeats: { attempts: 2, firstWaitMs: 1 }, ...options });
  const { code, members, attempts } = await shop.store.get().then(
    () => ({ code: '', members: { reason: '' }, attempts: 0 }),
    (error) => error,
  );
  expect(code).toBe('client_network_error');
  return [members.reason, attempts];
}

/** Returns an address at which nothing listens any more. */
async function deadPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** A fetch that fails as Node does, with this code. */
const failing = (code: string) => async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
};

test('on a server a dead port and a certificate are told apart, and a certificate is not tried again', async () => {
  expect(await reasonAt(await deadPort())).toEqual(['connection', 2]);
  const url = 'https://shop.example';
  expect(await reasonAt(url, { fetch: failing('DEPTH_ZERO_SELF_SIGNED_CERT') })).toEqual(['certificate', 1]);
  expect(await reasonAt(url, { fetch: failing('ERR_TLS_CERT_ALTNAME_INVALID') })).toEqual(['certificate', 1]);
});

/** A fetch that a browser refuses, although a request whose answer nobody reads succeeds if something `isThere`. */
const browser =
  (isThere: boolean): typeof fetch =>
  async (_, init) => {
    if (isThere && init?.mode === 'no-cors') return new Response();
    throw new TypeError('Failed to fetch');
  };

test('in a browser CORS is told apart from what does not answer', async () => {
  const url = 'https://shop.example';
  vi.stubGlobal('location', { origin: 'https://page.example', protocol: 'https:' });
  expect(await reasonAt(url, { fetch: browser(true) })).toEqual(['cors', 2]);
  expect(await reasonAt(url, { fetch: browser(false) })).toEqual(['connection', 2]);
  expect(await reasonAt('http://shop.example', { fetch: browser(false) })).toEqual(['mixed_content', 2]);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await reasonAt(url, { fetch: browser(false) })).toEqual(['offline', 2]);
});

test('an answer has no reason', async () => {
  const { url } = await answers((_, response) => json(response, { title: 'Shop' }));
  expect(await createClient({ url }).store.get()).toEqual({ title: 'Shop' });
});

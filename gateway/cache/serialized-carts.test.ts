import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { decodeReply, encodeReply } from '#platform/bus/wire.ts';
import { releaseUnusedMemory } from '#platform/service/heap.ts';
import { dialects } from '../dialects/dialects.ts';
import { Links } from '../dialects/shared/links.ts';
import type { CartView } from '../dialects/shared/views.ts';
import { aCart, aLine } from '../testing/samples.ts';
import { serializedCart } from './serialized-carts.ts';

const lines = Array.from({ length: 12 }, (_, at) =>
  aLine({
    key: createHash('md5').update(String(at)).digest('hex'),
    name: `Köln “${at}”, 10 €`,
    itemData: { note: '","items":{},"item_count":\n' },
    dimensions: { length: '1', width: '', height: '' },
  }),
);
const customer = aCart().customer;
const plain = aCart({
  lines,
  hash: 'abc',
  customer: { ...customer, billing: { ...customer.billing, company: '","items":[],"item_count":' } },
  removed: [aLine()],
});

/** Returns a cart as the gateway receives it from the cart service. */
const received = (cart: Cart) => (decodeReply(encodeReply({ cart }, true)) as { cart: Cart }).cart;
const links = (prefix: string) => new Links('https://api.example', prefix);
const viewOf = (cart: Cart, more: Partial<CartView> = {}): CartView => ({
  ...{ cart, pictures: true, amounts: 'usual' },
  ...more,
});

describe.each(Object.values(dialects))('in the dialect $name', (dialect) => {
  const cases: readonly [prefix: string, cart: Cart, view: Partial<CartView>][] = [
    ['/shop', plain, {}],
    ['/other', plain, {}],
    ['/shop', plain, { pictures: false }],
    ['/shop', plain, { amounts: 'minor' }],
    ['/shop', plain, { amounts: 'formatted' }],
    ['/shop', { ...plain, currency: { ...plain.currency, decimals: 3 } }, {}],
    ['/shop', { ...plain, dimensionUnit: 'in' }, {}],
    ['/shop', { ...plain, lines: lines.map((line) => ({ ...line, quantity: 3 })) }, {}],
  ];
  // Each case is tried twice: the first cart fills the cache of lines, and the second cart is joined from these lines.
  test.each([...cases, ...cases])(
    'a cart has the bytes that its presenter writes: %#',
    (prefix, cart, more) => {
      const joined = serializedCart({ view: viewOf(received(cart), more), dialect, links: links(prefix) });
      const presented = dialect.present.cartV2(viewOf(cart, more), links(prefix));
      expect(joined?.bytes.toString()).toBe(JSON.stringify(presented));
    },
  );

  const [first, second, ...others] = lines as [CartLine, CartLine, ...CartLine[]];
  test.each([
    ['changed', [first, { ...second, quantity: 5 }, ...others], [{ ...second, quantity: 5 }]],
    ['added', [...lines, { ...first, key: 'f'.repeat(32) }], [{ ...first, key: 'f'.repeat(32) }]],
    ['removed', [first, ...others], []],
  ])('when a line is %s, lines that did not change are not parsed again', (_, changed, parsedLines) => {
    serializedCart({ view: viewOf(received(plain)), dialect, links: links('/shop') });
    const cart = received({ ...plain, lines: changed });
    const parsed: string[] = [];
    const { parse } = JSON;
    JSON.parse = (text: string) => {
      parsed.push(text);
      return parse(text);
    };
    try {
      const joined = serializedCart({ view: viewOf(cart), dialect, links: links('/shop') });
      expect(parsed).toEqual(parsedLines.map((line) => JSON.stringify(line)));
      const presented = dialect.present.cartV2(viewOf({ ...plain, lines: changed }), links('/shop'));
      expect(joined?.bytes.toString()).toBe(JSON.stringify(presented));
    } finally {
      JSON.parse = parse;
    }
  });

  test('a cart is not joined if its lines did not arrive separately', () => {
    expect(serializedCart({ view: viewOf(plain), dialect, links: links('/shop') })).toBeNull();
    const small = received({ ...plain, lines: lines.slice(0, 9) });
    expect(serializedCart({ view: viewOf(small), dialect, links: links('/shop') })).toBeNull();
  });
});

/** Returns the megabytes of the buffers in this process. */
function megabytesOfBuffers() {
  releaseUnusedMemory();
  return process.memoryUsage().arrayBuffers / 1_048_576;
}

// Measured once: a repeated test would find the lines of its first run.
const before = megabytesOfBuffers();

test('the memory of cached lines is within their limit', async () => {
  const dialect = dialects.service;
  // Node 24 has pools of this size, Node 20 has smaller pools.
  const { poolSize } = Buffer;
  Buffer.poolSize = 65_536;
  onTestFinished(() => {
    Buffer.poolSize = poolSize;
  });
  const answer = (cart: number, count: number) => {
    const view = viewOf(received({ ...plain, key: `t_${cart}`, lines: lines.slice(0, count) }));
    serializedCart({ view, dialect, links: links('/shop') });
    // Other work takes memory from the same pool of buffers.
    for (let other = 0; other < 30; other += 1) Buffer.from('x'.repeat(2_000));
  };
  // Carts that grow add by add: each answer writes one line.
  for (let count = 10; count <= 12; count += 1) {
    for (let cart = 0; cart < 3_000; cart += 1) answer(cart, count);
  }
  // The limit is 16 MB. V8 frees the memory of collected buffers in another thread, some time after the collection.
  await expect.poll(() => megabytesOfBuffers() - before, { timeout: 5_000, interval: 500 }).toBeLessThan(24);
});

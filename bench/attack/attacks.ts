import { issuedKey } from '#testing/gateway/issued-key.ts';
import { hostileTexts, hostileValues } from '#testing/hostile-shapes.ts';

/** A hostile request, which an attack sends. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the requests of an attack caused. */
export interface Outcome {
  /** Number of answers per HTTP status. The status 0 counts requests without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Sends another request after the attack, to see the attack's effects. */
  ask(request: HostileRequest): Promise<{ readonly status: number; readonly headerBytes: number }>;
}

/** An attack: hostile requests. While they are sent, a probe plays another client and reads a product. */
export interface Attack {
  readonly name: string;
  readonly requests: readonly HostileRequest[];
  /** Checks the answers to the attack. Returns why the attack succeeded; null if the attack did no harm. */
  fault?(outcome: Outcome): Promise<string | null> | string | null;
}

/** Data of the attacked shop. */
export interface Shop {
  readonly productId: string;
}

/** Sizes just below the limits of the gateway: bytes of the largest bodies, and characters of the longest headers. */
const largest = 262_000;
const longest = 15_000;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const cut = (text: string, bytes: number) => Buffer.from(text).subarray(0, bytes).toString();

const posted = (path: string, headers: Record<string, string>, body: string): HostileRequest => ({
  ...{ method: 'POST', path, headers, body },
});

/** Returns a request that posts a review. The review's text has no words, so the service creates no review. */
const review = (productId: string, text: string) =>
  posted(
    '/v2/products/reviews',
    json,
    JSON.stringify({
      ...{ product_id: productId, review: text, rating: 5 },
      ...{ reviewer: 'Nobody', reviewer_email: 'nobody@example.com' },
    }),
  );

const reviewTexts = (): readonly [string, string][] => [
  ['blanks', `!${' '.repeat(65_000)}!`],
  ['line ends', '\n '.repeat(21_000)],
  ['beginnings of tags', '<a '.repeat(21_000)],
];

/** Returns forms that made an earlier form parser slow: its time was quadratic in the size of the form. */
const forms = (): readonly [name: string, path: string, body: string][] => [
  ['brackets', '/v2/cart/add-item', `${'['.repeat(60_000)}%0A`],
  ['nested names', '/v2/cart/update', 'a[0][b][]&'.repeat(26_000)],
  ['a thousand names', '/v2/cart/add-item', times(1_000, (at) => `n${at}[x]=${'y'.repeat(240)}`).join('&')],
  ['a thousand names', '/v2/login', times(1_000, (at) => `n${at}[x]=${'y'.repeat(240)}`).join('&')],
];

const bodies = (): Attack[] =>
  ['/v2/cart/add-item', '/v2/cart/update', '/v2/login', '/batch'].flatMap((path) => [
    {
      name: `forms in ${hostileTexts.length} shapes to ${path}`,
      requests: hostileTexts.map(({ text }) => posted(path, form, cut(text(largest), largest))),
    },
    {
      name: `JSON in ${hostileValues.length} shapes to ${path}`,
      requests: hostileValues.map(({ json: value }) => posted(path, json, cut(value(largest), largest))),
    },
  ]);

const lines = (): Attack[] => {
  const inHeaders = hostileTexts.filter(({ inHeaders: can }) => can);
  const names = [
    'authorization',
    'cookie',
    'if-none-match',
    'if-match',
    'x-forwarded-for',
    'accept-encoding',
  ];
  return [
    ...names.map((name) => ({
      name: `header ${name} in ${inHeaders.length} shapes`,
      requests: inHeaders.map(
        ({ text }): HostileRequest => ({
          method: 'GET',
          path: '/v2/cart',
          headers: { [name]: text(longest).trim() },
        }),
      ),
    })),
    {
      name: `queries in ${hostileTexts.length} shapes`,
      requests: hostileTexts.flatMap(({ text }): HostileRequest[] =>
        ['search', 'include', 'attributes'].map((name) => ({
          method: 'GET',
          path: `/v2/products?${name}=${encodeURIComponent(text(longest)).slice(0, longest).replace(/%.?$/, '')}`,
        })),
      ),
    },
  ];
};

/** Returns the path of a product list that is not cached. Its page has the maximum number of products. */
const freshList = (at: number) =>
  `/v2/products?per_page=100&search=${String.fromCharCode(97 + (at % 26))}${at}`;

const batches = (): Attack => ({
  name: 'batches of 25 lists of 100 products',
  requests: times(8, (batch) => {
    const requests = times(25, (at) => ({ method: 'GET', path: freshList(batch * 25 + at) }));
    return posted('/batch', json, JSON.stringify({ requests }));
  }),
});

/** Returns attacks that send batches of the most expensive requests. */
const worstBatches = ({ productId }: Shop): Attack[] => {
  const several = (name: string, make: (at: number, batch: number) => object): Attack => ({
    name: `batches of 25 ${name}`,
    requests: times(16, (batch) =>
      posted('/batch', json, JSON.stringify({ requests: times(25, (at) => make(at, batch)) })),
    ),
  });
  const unknown = (at: number, batch: number) =>
    times(200, (item) => ({ id: `NOBODY-${batch}-${at}-${item}` }));
  return [
    several('customers’ numbers', (at, batch) => ({
      ...{ method: 'GET', path: `/v2/cart?cart_key=${1_000_000 + batch * 25 + at}` },
      headers: { 'Cart-Key': `${2_000_000 + batch * 25 + at}` },
    })),
    several('times 200 items that do not exist', (at, batch) => ({
      path: '/v2/cart/add-items',
      body: { items: unknown(at, batch) },
    })),
    several('reads of a cart', (at) => ({
      method: 'GET',
      path: at === 0 ? `/v2/products/${productId}` : '/v2/cart/items',
    })),
  ];
};

/** Returns an attack whose bodies are full of extension data. */
const wideUpdates = (): Attack => {
  const members = Object.fromEntries(times(17_000, (at) => [`m${at}`, 1]));
  const bodies = [
    { namespace: 'gift', ...members },
    { namespace: 'gift', data: members },
  ].map((body) => JSON.stringify(body));
  const requests = times(8, (at) => posted('/v2/cart/update', json, bodies[at % bodies.length] ?? ''));
  return {
    name: 'updates with 17,000 members',
    requests,
    fault: ({ statuses }) => (statuses.get(400) === requests.length ? null : 'not every one was refused'),
  };
};

const poisoned: Attack = {
  name: 'a plain address with the headers of a hostile one',
  requests: times(4, () => ({
    method: 'GET',
    path: `/v2/products?per_page=7&page=1&search[x]=${'A'.repeat(longest - 1_000)}`,
  })),
  async fault({ ask }) {
    const { headerBytes } = await ask({ method: 'GET', path: '/v2/products?per_page=7&page=1' });
    return headerBytes > 4_000 ? `the plain address has ${headerBytes} bytes of headers` : null;
  },
};

const coupons: Attack = {
  name: '150 guesses of coupons',
  requests: times(150, (at) =>
    posted(`/v2/cart/apply-coupon?cart_key=${issuedKey('attack')}`, json, `{"code":"guess-${at}"}`),
  ),
  fault: ({ statuses }) => (statuses.has(429) ? null : 'no guess was one too many'),
};

/** Returns an attack that creates carts of maximum size. Nothing deletes these carts, because they expire. */
const carts = ({ productId }: Shop): Attack => ({
  name: '160 guest carts of 190 kB',
  requests: times(160, (cart) => {
    const requests = times(25, (line) => ({
      ...{ method: 'POST', path: '/v2/cart/add-item' },
      body: { id: productId, quantity: '1', item_data: { note: `${cart}-${line}${'z'.repeat(7_500)}` } },
    }));
    return posted('/batch', json, JSON.stringify({ requests }));
  }),
  fault: ({ statuses }) => (statuses.has(207) || statuses.size > 1 ? null : 'no cart was one too many'),
});

/** Returns all attacks. If `short` is set, the attack that creates carts is left out. */
export function attacksOn(shop: Shop, short: boolean): readonly Attack[] {
  const all: Attack[] = [
    ...forms().map(([name, path, body]) => ({
      name: `a form of ${name} to ${path}`,
      requests: times(4, () => posted(path, form, body)),
    })),
    ...reviewTexts().map(([name, text]) => ({
      name: `a review of ${name}`,
      requests: times(4, () => review(shop.productId, text)),
    })),
    {
      name: 'blanks in an Authorization header',
      requests: times(8, () => ({
        ...{ method: 'GET', path: '/v2/cart' },
        headers: { authorization: `X a${' '.repeat(longest)}b` },
      })),
    },
    poisoned,
    batches(),
    ...worstBatches(shop),
    wideUpdates(),
    ...bodies(),
    ...lines(),
    coupons,
  ];
  return short ? all : [...all, carts(shop)];
}

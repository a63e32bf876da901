import { get } from 'node:http';
import { connect } from 'node:net';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyEvent } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';
import { aCart } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';

const nats = natsFixture();
const site = new GatewayFixture(nats, {
  ...{ EVENT_STREAMS: '3', CORS_ORIGINS: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1' },
});
const key = 't_0123456789abcdef0123456789abcdef';
const customer = '21';

let connection: NatsConnection;
let events: EventStream;
beforeAll(async () => {
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
  events = new EventStream(connection);
  site.fakes.auth.ids.add(customer);
  const identity = {
    account: Number(customer),
    role: 'customer',
    trusted: false,
    manages: 'nothing',
  } as const;
  site.fakes.auth.known.set('ana:secret', identity);
});
afterAll(() => connection.close());

/** Publishes a change of the cart, as the cart service does. */
const change = (revision: number, cartKey = key) => {
  const cart = cartDigest(cartKey);
  const data = { cart, customer: null, revision, items: [], lines: 2 };
  const event: AnyEvent = { id: `${cart}:${revision}`, type: 'cart.changed', at: Date.now(), data };
  return events.publish([event]);
};

/** An open stream of a cart's events, with the text received so far. */
class OpenStream implements AsyncDisposable {
  status = 0;
  headers: Readonly<Record<string, string | string[] | undefined>> = {};
  text = '';
  over = false;
  readonly #request;

  private constructor(path: string, headers: Readonly<Record<string, string>>, url: string) {
    this.#request = get(url + path, { headers, agent: false }, (answer) => {
      this.status = answer.statusCode ?? 0;
      this.headers = answer.headers;
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        this.text += chunk;
      });
      answer.on('close', () => {
        this.over = true;
      });
    });
    this.#request.on('error', () => {
      this.over = true;
    });
  }

  /** Opens a stream and waits for the headers. If the answer is an error, waits for the whole answer. */
  static async open(
    path: string,
    headers: Record<string, string> = {},
    url = site.gateway.url,
  ): Promise<OpenStream> {
    const tab = new OpenStream(path, headers, url);
    await until(async () => tab.over || (tab.status === 200 && tab.text.includes('\n\n')));
    return tab;
  }

  /** Waits until `count` events have arrived, and returns all events. */
  async events(count: number): Promise<unknown[]> {
    const come = () => [...this.text.matchAll(/^event: cart\nid: (\d+)\ndata: (.*)$/gm)];
    await until(async () => come().length >= count);
    return come().map(([, id, data = '']) => [Number(id), JSON.parse(data)]);
  }

  get refusal(): unknown {
    return [this.status, JSON.parse(this.text).code];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#request.destroy();
    await until(async () => this.over);
  }
}

/** Waits until no stream is open, which is true when all three allowed streams can be opened. */
const allClosed = () =>
  until(async () => {
    await using tabs = new AsyncDisposableStack();
    const opened = [
      tabs.use(await OpenStream.open(address)),
      tabs.use(await OpenStream.open(address)),
      tabs.use(await OpenStream.open(address)),
    ];
    return opened.every(({ status }) => status === 200);
  });

const address = `/v2/cart/events?cart_key=${key}`;
const current = (revision: number, lines: number) => [revision, { type: 'cart.current', revision, lines }];
const changed = (revision: number) => [revision, { type: 'cart.changed', revision, lines: 2 }];

test.each(['', '/wp-json/cocart'])(
  'a guest’s stream sends the cart’s state and each change, under %o',
  async (mount) => {
    site.fakes.cart = { ...aCart(), revision: 17, lines: [] };
    await using tab = await OpenStream.open(mount + address, { Origin: 'https://shop.example' });
    const revision = mount === '' ? 18 : 28;
    await change(revision);
    await change(revision + 1, 't_ffffffffffffffffffffffffffffffff');
    await change(revision + 2);
    expect(await tab.events(3)).toEqual([current(17, 0), changed(revision), changed(revision + 2)]);
    expect(tab.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'cart-key': key,
      'access-control-allow-origin': 'https://shop.example',
    });
    expect(tab.text).not.toContain(key);
  },
);

test('a client that reconnects with the last revision does not get an event twice', async () => {
  site.fakes.cart = { ...aCart(), revision: 40 };
  await using knowing = await OpenStream.open(address, { 'Last-Event-ID': '40' });
  await using behind = await OpenStream.open(address, { 'Last-Event-ID': '39' });
  await change(41);
  expect(await knowing.events(1)).toEqual([changed(41)]);
  expect(await behind.events(2)).toEqual([current(40, aCart().lines.length), changed(41)]);
});

test('a change during the read of the cart is not lost', async () => {
  site.fakes.cart = { ...aCart(), revision: 50 };
  // The fake cart service answers only after the gate opens, so the event arrives before this answer.
  const gate = Promise.withResolvers<void>();
  site.fakes.cartGate = gate.promise;
  const opening = OpenStream.open(address);
  await until(async () => site.fakes.count('cart.read') === 1);
  await change(51);
  await connection.flush();
  gate.resolve();
  await using tab = await opening;
  expect(await tab.events(2)).toEqual([current(50, aCart().lines.length), changed(51)]);
});

test('a customer’s stream sends changes of the customer’s cart, to which the guest’s cart is transferred', async () => {
  const authorization = `Bearer ${await site.fakes.auth.token(Number(customer))}`;
  site.fakes.cart = { ...aCart(), revision: 3 };
  await using tab = await OpenStream.open(address, { authorization });
  expect(site.fakes.last.context.claim).toMatchObject({ kind: 'customer', cart: customer, carried: key });
  expect(tab.headers['cart-key']).toBe(customer);
  await change(1_000, key);
  await change(4, customer);
  expect((await tab.events(2)).at(-1)).toEqual(changed(4));
});

test('a stream ends when its token is revoked, and a revoked token cannot open a stream', async () => {
  const authorization = `Bearer ${await site.fakes.auth.token(Number(customer), { fam: 'a-family-that-streams' })}`;
  await using tab = await OpenStream.open('/v2/cart/events', { authorization });
  expect(tab.status).toBe(200);
  site.fakes.revoke({ kind: 'family', family: 'a-family-that-streams' });
  await until(async () => tab.over);
  await using again = await OpenStream.open('/v2/cart/events', { authorization });
  expect(again.refusal).toEqual([401, 'service_authentication_error']);
});

test('a stream that a password opened ends when the password is changed', async () => {
  const secure = { 'x-forwarded-proto': 'https', authorization: `Basic ${btoa('ann:secret')}` };
  const account = {
    account: Number(customer),
    role: 'customer',
    manages: 'nothing',
    trusted: false,
  } as const;
  site.fakes.auth.known.set('ann:secret', { ...account, generation: 4 });
  await using tab = await OpenStream.open('/v2/cart/events', secure);
  expect(tab.status).toBe(200);
  site.fakes.revoke({ kind: 'account', account: Number(customer), generation: 5 });
  await until(async () => tab.over);
});

test('a request without a cart, for the cart of another customer, or for a cart that cannot be read opens no stream', async () => {
  const trusted = { account: null, role: null, trusted: true, manages: 'read_write' } as const;
  site.fakes.auth.known.set(`ck_${'0'.repeat(40)}:cs_secret`, trusted);
  for (const [path, wanted] of [
    ['/v2/cart/events', [400, 'rest_missing_callback_param']],
    ['/v2/cart/events?cart_key=short', [400, 'rest_missing_callback_param']],
    [`/v2/cart/events?cart_key=${customer}`, [403, 'service_must_authenticate_user']],
    ['/wp-json/cocart/v2/cart/events?cart_key=21', [403, 'cocart_must_authenticate_user']],
    [`${address}&username=ana&password=secret`, [403, 'service_https_required']],
  ] as const) {
    const { status, body } = await site.get(path);
    expect([path, [status, body.code]]).toEqual([path, wanted]);
  }
  site.fakes.refuses = refusal('service_cart_error', {});
  const { status, body } = await site.get(address);
  expect([status, body.code]).toEqual([500, 'service_cart_error']);
  site.fakes.refuses = null;
  expect((await site.send('HEAD', address)).status).toBe(404);
  const inBatch = { requests: [{ method: 'GET', path: '/v2/cart/events' }] };
  expect((await site.post(`/batch?cart_key=${key}`, inBatch)).body.responses[0].body.code).toBe(
    'rest_batch_not_allowed',
  );
  // Refused streams do not count towards the limit of open streams.
  await allClosed();
});

test('a stream above the limit is refused until another one ends', async () => {
  {
    await using _one = await OpenStream.open(address);
    await using _two = await OpenStream.open(address);
    await using _three = await OpenStream.open(address);
    await using four = await OpenStream.open(address);
    expect(four.refusal).toEqual([503, 'service_unavailable']);
    expect(four.headers).toMatchObject({ 'retry-after': '10', 'cart-key': key });
  }
  await allClosed();
});

test('a stream is dropped if its client disconnects while the cart is read', async () => {
  const gate = Promise.withResolvers<void>();
  site.fakes.cartGate = gate.promise;
  const socket = connect(Number(new URL(site.gateway.url).port), '127.0.0.1');
  socket.write(`GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await until(async () => site.fakes.count('cart.read') === 1);
  socket.destroy();
  gate.resolve();
  await allClosed();
});

test('a gateway that shuts down ends its streams at once', async () => {
  const gateway = await startGateway(nats.url);
  await using tab = await OpenStream.open(address, {}, gateway.url);
  await gateway.shut();
  await until(async () => tab.over);
  // The text ends with a retry time, so the gateway ended the stream in time. After five seconds, the gateway would
  // cut off the connection without a retry time.
  expect(tab.text).toMatch(/\n\nretry: \d+\n\n$/);
  await gateway[Symbol.asyncDispose]();
});

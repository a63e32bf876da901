import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../src/client.ts';
import { serverSentEvents } from '../src/sse.ts';
import { memoryStorage } from '../src/storage.ts';
import { answers, json, refuse } from './answers.fixture.ts';

const guest = () => {
  const storage = memoryStorage();
  storage.set('cart-key', 't_1');
  return storage;
};
const open = (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 1\n\n');
const event = (revision: number) =>
  `event: cart\nid: ${revision}\ndata: {"type":"cart.changed","revision":${revision},"lines":1}\n\n`;

test('after the end of a connection, events continue after the last one, and end with the signal', async () => {
  const { url, requests } = await answers((_, response, count) => {
    open(response);
    response.write(event(count));
    // The second connection stays open, so only the signal ends the events.
    if (count === 1) response.end(event(90).slice(0, -1));
  });
  const end = new AbortController();
  const revisions = [];
  for await (const { revision } of createClient({ url, storage: guest() }).cart.events({
    signal: end.signal,
  })) {
    revisions.push(revision);
    if (revision === 2) end.abort();
  }
  // The client drops an incomplete event, which no empty line follows.
  expect(revisions).toEqual([1, 2]);
  expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1']);
  expect(requests[0]?.headers).toMatchObject({ 'cart-key': 't_1', accept: 'text/event-stream' });
});

test('events continue after 503 and a lost connection; a lasting refusal is thrown', async () => {
  const { url } = await answers((_, response, count) => {
    if (count === 1) {
      open(response);
      response.end();
    } else if (count === 2) refuse(response, 503, 'service_unavailable', { 'Retry-After': '0' });
    else if (count === 3) response.destroy();
    else refuse(response, 403, 'service_must_authenticate_user');
  });
  const shop = createClient({ url, storage: guest() });
  await expect(shop.cart.events().next()).rejects.toMatchObject({ status: 403 });
});

test('the client connects again after a silence', async () => {
  const { url, requests } = await answers((_, response, count) => {
    open(response);
    if (count > 1) response.write(event(5));
  });
  const events = createClient({ url, storage: guest() }).cart.events({ silenceMs: 100 });
  expect((await events.next()).value).toMatchObject({ revision: 5 });
  await events.return();
  expect(requests.length).toBeGreaterThan(1);
});

test('after a login the events are those of the customer, from the beginning', async () => {
  const { url, requests } = await answers(({ route, headers }, response) => {
    if (route === 'POST /v2/login') return json(response, { data: { jwt_token: 'a', refresh_token: 'r' } });
    open(response);
    response.write(event(headers.authorization ? 2 : 1));
  });
  const shop = createClient({ url, storage: guest() });
  const events = shop.cart.events();
  await events.next();
  const next = events.next();
  await shop.login({ username: 'ann', password: 'a long password' });
  expect((await next).value).toMatchObject({ revision: 2 });
  await events.return();
  expect(requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer a' });
  expect(requests.at(-1)?.headers['last-event-id']).toBeUndefined();
});

test('a guest without a cart key gets one before the events', async () => {
  const { url, requests } = await answers(({ route }, response) => {
    if (route === 'POST /v2/cart') return json(response, {}, 200, { 'Cart-Key': 't_new' });
    open(response);
    response.write(event(1));
  });
  const events = createClient({ url }).cart.events();
  await events.next();
  await events.return();
  expect(requests.map(({ route, headers }) => [route, headers['cart-key']])).toEqual([
    ['POST /v2/cart', undefined],
    ['GET /v2/cart/events', 't_new'],
  ]);
});

test('the events of a stream do not depend on the sizes of its chunks', async () => {
  const stream =
    'retry: 7\r\n: comment\r\nevent: cart\nid: é1\rdata: a\ndata:b\r\n\r\ndata\n\nid: 2\n\ndata: c\n\ndata: lost';
  const bytes = new TextEncoder().encode(stream);
  for (const size of [1, 2, 3, 5, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    );
    const watched: number[] = [];
    const watch = { alive: () => undefined, retry: (ms: number) => void watched.push(ms) };
    const body = ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
    const events = [];
    for await (const event of serverSentEvents(body, watch)) events.push(event);
    expect([events, watched]).toEqual([
      [
        { event: 'cart', data: 'a\nb', id: 'é1' },
        { event: 'message', data: '', id: 'é1' },
        { event: 'message', data: 'c', id: '2' },
      ],
      [7],
    ]);
  }
});

test('a hidden tab has no connection, and a visible one tells only what is new', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', document);
  onTestFinished(() => void vi.unstubAllGlobals());
  const turn = (state: 'visible' | 'hidden') => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const current = (revision: number) => event(revision).replace('changed', 'current');
  const gone: number[] = [];
  const { url, requests } = await answers((_, response, count) => {
    open(response);
    response.on('close', () => gone.push(count));
    // Nothing has changed while the tab was hidden for the first time.
    response.write(current(count < 3 ? 1 : 2));
  });
  const end = new AbortController();
  const revisions: number[] = [];
  const reading = (async () => {
    const shop = createClient({ url, storage: guest() });
    for await (const { revision } of shop.cart.events({ signal: end.signal })) revisions.push(revision);
  })();
  for (const connection of [1, 2]) {
    await vi.waitFor(() => expect(requests).toHaveLength(connection));
    await vi.waitFor(() => expect(revisions).toEqual([1]));
    turn('hidden');
    await vi.waitFor(() => expect(gone).toHaveLength(connection));
    turn('visible');
  }
  await vi.waitFor(() => expect(revisions).toEqual([1, 2]));
  end.abort();
  await reading;
});

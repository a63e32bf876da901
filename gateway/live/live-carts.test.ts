import { expect, test } from 'vitest';
import type { ServiceError } from '#platform/errors/errors.ts';
import type { AnyCartEvent } from '#platform/events/cart-event-listener.ts';
import type { RevocableClaims } from '../http/request-state.ts';
import { LiveCarts } from './live-carts.ts';
import type { LiveStream } from './live-stream.ts';

const cart = 'd'.repeat(43);
const empty = { revision: 0, lines: 0 };

/** Returns a fake response that stores its output and reports `writableLength` unsent bytes. */
function fakeResponse(writableLength = 0) {
  const wire = {
    text: '',
    state: 'open',
    writableLength,
    write(text: string) {
      wire.text += text;
      return true;
    },
    end: () => Object.assign(wire, { state: 'ended' }),
    destroy: () => Object.assign(wire, { state: 'cut' }),
  };
  return wire as typeof wire & { end(): never; destroy(): never };
}

const changed = (revision: number, type: AnyCartEvent['type'] = 'cart.changed') =>
  ({
    ...{ id: `${cart}:${revision}`, type, at: 0 },
    data: { cart, customer: null, revision, items: [], lines: revision * 2 },
  }) as AnyCartEvent;

function aLiveCarts({
  most = 10,
  isGood = () => true,
}: Partial<ConstructorParameters<typeof LiveCarts>[0]> = {}) {
  const live = new LiveCarts({ most, isGood, follow: () => undefined });
  const listen = (client: string | readonly string[] = 'c', claims: RevocableClaims | null = null) =>
    live.listen({ digest: cart, clients: [client].flat(), claims });
  return { live, listen };
}

/** Returns the revisions of the events that a stream sent. */
const idsOf = ({ text }: { text: string }) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

test('events during the read of the cart are sent when the stream opens, unless the cart includes them', () => {
  for (const [revision, expected] of [
    [3, [3, 5]],
    [4, [4, 5]],
    [5, [5]],
    [6, [6]],
  ] as const) {
    const { live, listen } = aLiveCarts();
    const [stream, wire] = [listen(), fakeResponse()];
    for (const revision of [4, 5, 3]) live.receive(changed(revision));
    live.open(stream, wire, { revision, lines: 1 }, undefined);
    expect(idsOf(wire)).toEqual(expected);
  }
});

test('each revision is sent once, in order', () => {
  const { live, listen } = aLiveCarts();
  const wire = fakeResponse();
  live.open(listen(), wire, { revision: 2, lines: 1 }, '2');
  for (const revision of [2, 3, 3, 5, 4, 6]) live.receive(changed(revision));
  live.receive(changed(7, 'cart.abandoned'));
  live.receive(changed(8, 'cart.expired'));
  expect(idsOf(wire)).toEqual([3, 5, 6, 8]);
  expect(wire.text).toMatch(
    /^retry: 3000\n\nevent: cart\nid: 3\ndata: {"type":"cart.changed","revision":3,"lines":6}\n\n/,
  );
});

test('an idle stream gets a heartbeat every fifteen seconds', () => {
  const { live, listen } = aLiveCarts();
  const wire = fakeResponse();
  live.open(listen(), wire, empty, '0');
  const opened = Date.now();
  live.tick(opened + 14_000);
  expect(wire.text).toBe('retry: 3000\n\n');
  live.tick(opened + 15_100);
  live.tick(opened + 16_000);
  expect(wire.text).toBe('retry: 3000\n\n:\n\n');
});

test('a stream ends after twenty minutes at most, and within ten seconds after events may have been missed', () => {
  for (const [miss, latest] of [
    [false, 1_200_100],
    [true, 10_100],
  ] as const) {
    const { live, listen } = aLiveCarts();
    const wire = fakeResponse();
    live.open(listen(), wire, empty, undefined);
    // The stream `late` is created before `live.missed()` and opened after it. `late` must end too, because
    // it may have missed the same events.
    const [late, lateWire] = [listen(), fakeResponse()];
    if (miss) live.missed();
    live.tick(Date.now() - 1);
    live.open(late, lateWire, empty, undefined);
    expect([wire.state, lateWire.state]).toEqual(['open', 'open']);
    live.tick(Date.now() + latest);
    expect([wire.state, lateWire.state, live.size]).toEqual(['ended', 'ended', 0]);
  }
});

test('an invalid token ends its stream before the next event, or within a second', () => {
  for (const next of ['event', 'tick']) {
    const good = new Set(['a', 'b']);
    const { live, listen } = aLiveCarts({ isGood: ({ sub }) => good.has(sub) });
    const [one, other] = [fakeResponse(), fakeResponse()];
    live.open(listen('1', { sub: 'a' } as RevocableClaims), one, empty, '0');
    live.open(listen('2', { sub: 'b' } as RevocableClaims), other, empty, '0');
    good.delete('a');
    if (next === 'event') live.receive(changed(1));
    else live.tick(Date.now());
    expect([one.state, idsOf(one), other.state]).toEqual(['ended', [], 'open']);
    expect(live.size).toBe(1);
  }
});

test('the connection of a client that does not read is closed', () => {
  const { live, listen } = aLiveCarts();
  const [slow, quick] = [fakeResponse(65_537), fakeResponse(65_536)];
  live.open(listen(), slow, empty, undefined);
  live.open(listen(), quick, empty, undefined);
  expect([slow.state, quick.state]).toEqual(['cut', 'open']);
});

const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    const { code, data } = error as ServiceError;
    return [code, data];
  }
};

test('a client has at most a hundred streams, the total has a limit too, and a closed stream no longer counts', () => {
  const { live, listen } = aLiveCarts({ most: 102 });
  const streams = Array.from({ length: 100 }, () => listen());
  expect(codeOf(listen)).toEqual(['service_stream_limit_exceeded', { retry_after: 30, limit: 100 }]);
  expect(codeOf(() => listen('another'))).toBeNull();
  expect(codeOf(() => listen([]))).toBeNull();
  expect(codeOf(() => listen('a third'))).toEqual(['service_unavailable', { retry_after: 10 }]);
  for (const stream of streams) for (const _twice of [1, 2]) live.drop(stream);
  expect([live.size, live.needsEventsOf(cart)]).toEqual([2, true]);
  expect(codeOf(listen)).toBeNull();
});

test('accounts behind one network have at most a hundred streams together', () => {
  const { live, listen } = aLiveCarts({ most: 1_000 });
  const streams = ['17', '18'].flatMap((account) =>
    Array.from({ length: 50 }, () => listen([account, 'network'])),
  );
  expect(codeOf(() => listen(['19', 'network']))?.[0]).toBe('service_stream_limit_exceeded');
  expect(codeOf(() => listen('network'))?.[0]).toBe('service_stream_limit_exceeded');
  expect(codeOf(() => listen(['17', 'another']))).toBeNull();
  live.drop(streams[0] as LiveStream);
  expect(codeOf(() => listen(['19', 'network']))).toBeNull();
});

test('when the process stops, all streams end, with different retry times', () => {
  const { live, listen } = aLiveCarts();
  const [wire, lateWire, late] = [fakeResponse(), fakeResponse(), listen()];
  live.open(listen(), wire, empty, undefined);
  live.close();
  live.open(late, lateWire, empty, undefined);
  for (const { text, state } of [wire, lateWire]) {
    expect(state).toBe('ended');
    expect(text).toMatch(/\n\nretry: \d{1,4}\n\n$/);
  }
  expect([live.size, live.needsEventsOf(cart)]).toEqual([0, false]);
  expect(codeOf(listen)).toEqual(['service_unavailable', { retry_after: 1 }]);
});

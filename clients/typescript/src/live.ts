import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import { isTemporary, sleep, waitBefore } from './repeat.ts';
import { serverSentEvents } from './sse.ts';
import { sharedByTabs } from './tabs.ts';

/**
 * An event about a change of a cart (docs/live-carts.md). It has the cart's new revision, but not the cart itself,
 * which `cart.get()` reads.
 */
export interface CartEvent {
  readonly type:
    | 'cart.current'
    | 'cart.created'
    | 'cart.changed'
    | 'cart.transferred'
    | 'cart.expired'
    | 'cart.deleted';
  readonly revision: number;
  /** How many lines the cart has after the change. */
  readonly lines: number;
}

export interface LiveOptions {
  /** Abort this signal to end the events. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds without any data after which the client connects again. The service sends data at least every 15
   * seconds.
   */
  readonly silenceMs?: number;
}

/** What `cartEvents` remembers from one connection to the next. */
interface Reader {
  lastEventId: string;
  /** Milliseconds before the client connects again. The service can change this time. */
  pause: number;
  failures: number;
}

/** Creates a cart if the guest has no cart key, because a stream of events needs a key. */
async function ensureCartKey(core: Core, signal: AbortSignal): Promise<void> {
  if ((await core.session.accessToken()) !== null || (await core.session.cartKey()) !== null) return;
  await core.request('POST /v2/cart', { signal });
}

/** Yields the events of one connection until the connection ends. */
async function* connection(
  core: Core,
  reader: Reader,
  silenceMs: number,
  end: AbortController,
): AsyncGenerator<CartEvent> {
  await ensureCartKey(core, end.signal);
  const { body } = await core.open('GET /v2/cart/events', {
    signal: end.signal,
    headers: {
      Accept: 'text/event-stream',
      ...(reader.lastEventId !== '' && { 'Last-Event-ID': reader.lastEventId }),
    },
  });
  if (body === null) return;
  reader.failures = 0;
  const onSilence = () => end.abort();
  let timer = setTimeout(onSilence, silenceMs);
  const watch = {
    alive() {
      clearTimeout(timer);
      timer = setTimeout(onSilence, silenceMs);
    },
    retry(ms: number) {
      if (ms >= 0) reader.pause = ms;
    },
  };
  try {
    for await (const { event, data, id } of serverSentEvents(body, watch)) {
      if (event !== 'cart') continue;
      reader.lastEventId = id;
      yield JSON.parse(data) as CartEvent;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the milliseconds before the next connection. @throws the failure if another try cannot succeed */
function pauseAfter(failure: unknown, reader: Reader): number {
  if (!(failure instanceof CartwrightError) || !isTemporary(failure)) throw failure;
  reader.failures += 1;
  const repeatOptions = {
    attempts: Number.POSITIVE_INFINITY,
    firstWaitMs: reader.pause,
    longestWaitMs: 60_000,
  };
  return waitBefore(reader.failures, repeatOptions, failure.retryAfter);
}

/** Yields the events of one shopper until the signal is aborted, and connects again when a connection ends. */
async function* connections(core: Core, silenceMs: number, signal: AbortSignal): AsyncGenerator<CartEvent> {
  const reader: Reader = { lastEventId: '', pause: 3_000, failures: 0 };
  while (!signal.aborted) {
    // `end` closes one connection: when the signal is aborted, after silence, and when the caller takes no more events.
    const end = new AbortController();
    const abort = () => end.abort();
    signal.addEventListener('abort', abort, { once: true });
    let waitMs: number | null = null;
    try {
      yield* connection(core, reader, silenceMs, end);
    } catch (failure) {
      if (!end.signal.aborted) waitMs = pauseAfter(failure, reader);
    } finally {
      signal.removeEventListener('abort', abort);
      end.abort();
    }
    await sleep(waitMs ?? reader.pause, signal).catch(() => undefined);
  }
}

/**
 * Yields an event for each change of the cart as it happens, until the signal is aborted. The client connects
 * again when a connection ends, and after a login or logout, because the shopper then has another cart.
 *
 * The tabs of a browser that share their storage share one connection, and a hidden tab has none. When a tab becomes
 * visible again, its first event has the present state if the cart has changed.
 *
 * @throws CartwrightError for a refusal that another try cannot change
 */
export async function* cartEvents(
  core: Core,
  { signal, silenceMs = 45_000 }: LiveOptions = {},
): AsyncGenerator<CartEvent, void, undefined> {
  while (!signal?.aborted) {
    // `end` ends the events of one shopper: when the signal is aborted, after a login or logout, and when the caller takes
    // no more events.
    const end = new AbortController();
    const abort = () => end.abort();
    const unlisten = core.session.onChange(abort);
    signal?.addEventListener('abort', abort, { once: true });
    let told: number | null = null;
    try {
      const tabs = await core.session.tabs();
      const events = sharedByTabs(tabs, (turn) => connections(core, silenceMs, turn), end.signal);
      for await (const event of events) {
        // When another tab takes over the connection or becomes visible, all are told a state that they may know.
        if (event.revision === told) continue;
        told = event.revision;
        yield event;
      }
    } finally {
      unlisten();
      signal?.removeEventListener('abort', abort);
      end.abort();
    }
  }
}

/** The function of the browser's lock manager (https://w3c.github.io/web-locks/) that the client uses. */
interface Locks {
  request<T>(name: string, options: { readonly signal?: AbortSignal }, run: () => Promise<T>): Promise<T>;
}

/** What a browser has for its tabs; each member may be missing in an old browser, in a worker and on a server. */
interface Page {
  readonly document?: EventTarget & { readonly visibilityState: string };
  readonly BroadcastChannel?: typeof BroadcastChannel;
  readonly navigator?: { readonly locks?: Locks };
}
const page: Page = globalThis;

/**
 * Runs a function while holding a lock, which no other tab holds meanwhile. In a browser without locks, or one that
 * refuses them as browsers do that forbid storage, runs the function without a lock.
 *
 * @throws the reason of the signal if the signal is aborted before the lock is held
 */
export async function withLock<T>(lock: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const locks = page.navigator?.locks;
  if (!locks) return run();
  let hasBegun = false;
  try {
    return await locks.request(lock, { ...(signal && { signal }) }, () => {
      hasBegun = true;
      return run();
    });
  } catch (error) {
    // If `run` has begun, the error comes from `run`. Otherwise the browser has refused the lock.
    if (hasBegun || signal?.aborted) throw error;
    return run();
  }
}

const isHidden = () => page.document?.visibilityState === 'hidden';

/** Calls the listener whenever the tab becomes visible or hidden, until the signal is aborted. */
function onVisibility(listener: () => void, signal: AbortSignal): void {
  page.document?.addEventListener('visibilitychange', listener, { signal });
}

/** Returns a signal that is aborted with the other signal, and when the tab becomes hidden. */
function whileVisible(signal: AbortSignal): AbortSignal {
  const turn = new AbortController();
  const end = () => turn.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { signal: turn.signal });
  onVisibility(() => isHidden() && end(), turn.signal);
  return turn.signal;
}

/** Resolves when the tab is visible, or when the signal is aborted. */
function untilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = () => {
      done.abort();
      resolve();
    };
    signal.addEventListener('abort', end, { signal: done.signal });
    onVisibility(() => isHidden() || end(), done.signal);
  });
}

/** The most messages that wait for a reader. The newest ones stay, because they say the present state. */
const mostWaiting = 100;

/** Returns messages in the order in which they are put in, for one reader. */
function inbox<Message>() {
  const waiting: Message[] = [];
  let end: (() => void) | null = null;
  let wake = () => {};
  return {
    put(message: Message): void {
      waiting.push(message);
      if (waiting.length > mostWaiting) waiting.shift();
      wake();
    },
    /** Ends the messages. `last` is called when all have been read, and may throw. */
    close(last: () => void = () => {}): void {
      end ??= last;
      wake();
    },
    async *read(): AsyncGenerator<Message, void, undefined> {
      for (;;) {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
        if (end) return end();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** What the tabs say to each other: a message of the source, or a question for the newest one. */
type Said<Message> = { readonly message: Message } | 'newest?';

/**
 * Yields the messages of a source that all tabs of a browser share, until the signal is aborted. One visible tab runs
 * the source, and tells the others what it says. When this tab is hidden or closed, another one takes over; while no tab
 * is visible, the source does not run. A tab that comes later is told the newest message.
 *
 * @param name - the name by which the tabs find each other. If it is null, or the browser lacks locks or channels, each
 * visible tab runs a source of its own
 * @param source - begins the source; its signal ends it
 * @throws what the source throws in this tab
 */
export async function* sharedByTabs<Message>(
  name: string | null,
  source: (signal: AbortSignal) => AsyncIterable<Message>,
  signal: AbortSignal,
): AsyncGenerator<Message, void, undefined> {
  const isShared = name !== null && page.BroadcastChannel && page.navigator?.locks;
  const channel = isShared ? new BroadcastChannel(name) : null;
  const say = (said: Said<Message>) => channel?.postMessage(said);
  const { put, close, read } = inbox<Message>();
  /** The newest message while this tab runs the source. */
  let newest: Message | null = null;

  const run = async (turn: AbortSignal) => {
    try {
      for await (const message of source(turn)) {
        newest = message;
        put(message);
        say({ message });
      }
    } finally {
      newest = null;
    }
  };
  const takeTurns = async () => {
    while (!signal.aborted) {
      await untilVisible(signal);
      const turn = whileVisible(signal);
      const running = channel ? withLock(channel.name, () => run(turn), turn) : run(turn);
      await running.catch((error) => {
        if (!turn.aborted) throw error;
      });
    }
  };

  if (channel) {
    channel.onmessage = ({ data }: { readonly data: Said<Message> }) => {
      if (data !== 'newest?') put(data.message);
      else if (newest !== null) say({ message: newest });
    };
  }
  onVisibility(() => isHidden() || say('newest?'), signal);
  say('newest?');
  signal.addEventListener('abort', () => close(), { once: true });
  takeTurns().catch((error) =>
    close(() => {
      throw error;
    }),
  );
  try {
    yield* read();
  } finally {
    channel?.close();
  }
}

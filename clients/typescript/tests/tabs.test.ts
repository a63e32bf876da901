// Tests how tabs share a source, with tabs in one process: their locks and their document are stand-ins, their channels
// are those of Node. `tests/e2e/tabs.fixture.ts` has the tabs of a real browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedByTabs } from '../src/tabs.ts';

/** The locks of a browser: a lock is held by one function at a time, in the order of the requests. */
class Locks {
  readonly #held = new Map<string, Promise<unknown>>();

  async request<T>(name: string, { signal }: { signal?: AbortSignal }, run: () => Promise<T>): Promise<T> {
    const before = this.#held.get(name) ?? Promise.resolve();
    const result = before.then(() => {
      signal?.throwIfAborted();
      return run();
    });
    this.#held.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }
}

class Document extends EventTarget {
  visibilityState = 'visible';

  turn(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** A source that a test speaks for. */
function speaker() {
  const open: ((word: string) => void)[] = [];
  async function* source(signal: AbortSignal): AsyncGenerator<string> {
    let hear: (word: string | null) => void = () => {};
    const say = (word: string) => hear(word);
    open.push(say);
    signal.addEventListener('abort', () => hear(null));
    try {
      while (!signal.aborted) {
        const word = await new Promise<string | null>((resolve) => {
          hear = resolve;
        });
        if (word !== null) yield word;
      }
    } finally {
      open.splice(open.indexOf(say), 1);
    }
  }
  return { open, source };
}

const end = () => ends.at(-1)?.abort();
let ends: AbortController[] = [];
let document: Document;
let names = 0;
let name: string;

beforeEach(() => {
  ends = [];
  document = new Document();
  name = `tabs ${names++}`;
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { locks: new Locks() });
});
afterEach(() => {
  for (const one of ends) one.abort();
  vi.unstubAllGlobals();
});

/** Opens a tab with a source. Returns the words that it has heard. */
function tab(source: (signal: AbortSignal) => AsyncIterable<string>, shared: string | null = name): string[] {
  const own = new AbortController();
  ends.push(own);
  const heard: string[] = [];
  void (async () => {
    for await (const word of sharedByTabs(shared, source, own.signal)) heard.push(word);
  })();
  return heard;
}

test('many tabs run one source, and all hear it; a tab that comes later hears the newest word', async () => {
  const { open, source } = speaker();
  const tabs = Array.from({ length: 12 }, () => tab(source));
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open[0]?.('one');
  await vi.waitFor(() => expect(tabs).toEqual(tabs.map(() => ['one'])));
  const late = tab(source);
  await vi.waitFor(() => expect(late).toEqual(['one']));
  expect(open).toHaveLength(1);
});

test('when the tab with the source ends, another one takes over', async () => {
  const { open, source } = speaker();
  const second = speaker();
  tab(source);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  const other = ends[0];
  const heard = tab(second.source);
  other?.abort();
  await vi.waitFor(() => expect(second.open).toHaveLength(1));
  second.open[0]?.('two');
  await vi.waitFor(() => expect(heard).toEqual(['two']));
  expect(open).toHaveLength(0);
});

test('a hidden tab has no source, and a visible one has it again', async () => {
  const { open, source } = speaker();
  const heard = tab(source);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  document.turn('hidden');
  await vi.waitFor(() => expect(open).toHaveLength(0));
  document.turn('visible');
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open[0]?.('again');
  await vi.waitFor(() => expect(heard).toEqual(['again']));
});

test.each([
  ['without locks', { navigator: {} }, undefined],
  ['without channels', { BroadcastChannel: undefined }, undefined],
  ['with a storage of its own', {}, null],
])('%s each tab has a source of its own', async (_, missing, shared) => {
  for (const [member, value] of Object.entries(missing)) vi.stubGlobal(member, value);
  const { open, source } = speaker();
  const [first, second] = [tab(source, shared), tab(source, shared)];
  await vi.waitFor(() => expect(open).toHaveLength(2));
  open[0]?.('here');
  await vi.waitFor(() => expect(first).toEqual(['here']));
  expect(second).toEqual([]);
  end();
  await vi.waitFor(() => expect(open).toHaveLength(1));
});

test('what the source throws is thrown where it ran, and the next tab tries it', async () => {
  const { open, source } = speaker();
  const failing = sharedByTabs(
    name,
    // biome-ignore lint/correctness/useYield: it fails before its first word
    async function* (): AsyncGenerator<string> {
      throw new Error('no');
    },
    new AbortController().signal,
  );
  const first = failing.next();
  tab(source);
  await expect(first).rejects.toThrow('no');
  await vi.waitFor(() => expect(open).toHaveLength(1));
});

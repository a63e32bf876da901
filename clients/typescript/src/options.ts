import { defaultRepeats, type RepeatOptions } from './repeat.ts';
import { Session } from './session.ts';
import { type ClientStorage, memoryStorage } from './storage.ts';

/** Options of a client. */
export interface ClientOptions {
  /** The address of the shop, with the path of its mount if it has one: `https://shop.example`. */
  readonly url: string;
  /** Where the key of a guest's cart is kept. In memory by default. */
  readonly storage?: ClientStorage;
  /** Where the tokens of a login are kept. In memory by default, since every script of a page can read its storage. */
  readonly tokenStorage?: ClientStorage;
  /** A key pair, for the shop's own programs on a server. */
  readonly keyPair?: { readonly key: string; readonly secret: string };
  /** Whether unknown parameters are errors: `Prefer: handling=strict`. By default in development (`NODE_ENV`). */
  readonly strict?: boolean;
  readonly repeats?: Partial<RepeatOptions>;
  /** Milliseconds that one attempt may take. 30,000 by default. */
  readonly timeoutMs?: number;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The function that sends requests. The global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The options with all defaults, and the session of the client. */
export interface Settings {
  readonly url: string;
  readonly session: Session;
  readonly repeats: RepeatOptions;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

// Bundlers replace `process.env.NODE_ENV` with its value. In a browser without a bundler there is no `process`.
declare const process: { readonly env: { readonly NODE_ENV?: string } };
function inDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development';
  } catch {
    return false;
  }
}

function basic({ key, secret }: { readonly key: string; readonly secret: string }): string {
  const bytes = new TextEncoder().encode(`${key}:${secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Returns the settings of a client. */
export function settingsOf(options: ClientOptions): Settings {
  const { storage = memoryStorage(), tokenStorage = memoryStorage(), keyPair } = options;
  return {
    url: options.url,
    session: new Session(storage, tokenStorage),
    repeats: { ...defaultRepeats, ...options.repeats },
    timeoutMs: options.timeoutMs ?? 30_000,
    headers: {
      Accept: 'application/json',
      ...((options.strict ?? inDevelopment()) && { Prefer: 'handling=strict' }),
      ...(keyPair && { Authorization: basic(keyPair) }),
      ...options.headers,
    },
    // Browsers refuse a `fetch` that is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

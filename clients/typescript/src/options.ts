import { defaultRepeats, type RepeatOptions } from './repeat.ts';
import { Session } from './session.ts';
import { type ClientStorage, memoryStorage } from './storage.ts';

/** Options of a client. */
export interface ClientOptions {
  /** The URL of the shop, with the path of the mount if the shop uses one: `https://shop.example`. */
  readonly url: string;
  /** Stores the key of a guest's cart; in memory by default. */
  readonly storage?: ClientStorage;
  /**
   * Stores the tokens of a login; in memory by default, because every script of a page can read `localStorage`.
   */
  readonly tokenStorage?: ClientStorage;
  /** A key pair, for programs of the shop itself that run on a server. */
  readonly keyPair?: { readonly key: string; readonly secret: string };
  /**
   * Whether the service refuses unknown parameters (`Prefer: handling=strict`). By default true if `NODE_ENV`
   * is `development`.
   */
  readonly strict?: boolean;
  readonly repeats?: Partial<RepeatOptions>;
  /** Maximum milliseconds of one attempt; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The function that sends requests; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The options of a client with all defaults, and the session of the client. */
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

/** @throws TypeError for a text that cannot be the URL of a shop */
function requireUrl(url: string): void {
  const { protocol = '', search = '', hash = '' } = URL.canParse(url) ? new URL(url) : {};
  if (/^https?:$/.test(protocol) && search === '' && hash === '') return;
  throw new TypeError(
    `The client needs the address of a shop, such as https://shop.example, and not ${JSON.stringify(url)}.`,
  );
}

/**
 * Returns the settings that the options of a client define. @throws TypeError for a wrong `url`
 */
export function settingsOf(options: ClientOptions): Settings {
  requireUrl(options.url);
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
    // Browsers throw if `fetch` is called as a method of another object, so an arrow function calls
    // `globalThis.fetch`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

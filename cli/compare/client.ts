import { Interrupted, Problem } from '#platform/errors/problem.ts';
import { withoutEndingSlashes } from '#platform/util/text.ts';
import { basic, reasonOf, retryAfterMs, serverUrl, TooLarge, textOf } from '#platform/woocommerce/http.ts';

/** An answer of a shop. `body` is the parsed JSON; undefined if the body is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A key pair of WooCommerce. */
export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly json?: unknown;
  /** A key pair of WooCommerce. Only routes below `wc/` and `cocart/` take it. */
  readonly keyPair?: KeyPair;
  /**
   * Whether the request removes test data. Test data are removed even after the user has interrupted the
   * command.
   */
  readonly cleansUp?: boolean;
}

/** Options of a `CocartClient`. Without `timeoutMs`, the timeout of a request is 30 seconds. */
export interface ClientOptions {
  readonly pause: Pause;
  /** Limits the rate of requests. Without a pace, requests are not delayed. */
  readonly pace?: Pace;
  readonly timeoutMs?: number;
  /** A signal that is aborted when the user interrupts the command. */
  readonly interrupted?: AbortSignal;
}

const usualTimeoutMs = 30_000;

/** Milliseconds before the second and the third try. */
const pausesMs = [1_000, 4_000];

/** Maximum milliseconds to wait after an answer with `Retry-After`. */
const longestWaitMs = 60_000;

const largestBytes = 64 * 1_048_576;

const apiPath = '/wp-json';

const mount = `${apiPath}/cocart`;

/** The name of this program in requests. Some hosts refuse requests without a name. */
const userAgent = 'cartwright-compare';

/** Sends requests to a shop that has CoCart's interface. */
export class CocartClient {
  /** The name of this shop in messages. */
  readonly name: string;
  readonly #options: ClientOptions;
  #root: string;
  /** Whether routes are sent in the query: `?rest_route=/cocart/…`. A WordPress with plain permalinks needs this. */
  #plainPermalinks = false;
  /** Whether key pairs are sent in the query, because the host of the shop drops the header `Authorization`. */
  #keyPairInQuery = false;

  /** Creates a client. `address` is the URL of a site, or of CoCart on the site. @throws Problem for an invalid URL */
  constructor(name: string, address: string, options: ClientOptions) {
    const url = serverUrl(address);
    const path = withoutEndingSlashes(url.pathname);
    this.name = name;
    this.#root = url.origin + (path.endsWith(mount) ? path.slice(0, -mount.length) : path);
    this.#options = options;
  }

  /** The URL of the site, without a slash at its end. */
  get root(): string {
    return this.#root;
  }

  /**
   * Follows a redirect of the whole site to TLS or to another host. Returns whether the client now uses the new URL.
   */
  follow(location: string | null): boolean {
    const target = URL.parse(location ?? '', `${this.#root}/`);
    const at = target?.pathname.indexOf(`${mount}/`) ?? -1;
    if (!target || at === -1 || !/^https?:$/.test(target.protocol)) return false;
    const root = target.origin + target.pathname.slice(0, at);
    if (root === this.#root || (this.#root.startsWith('https:') && target.protocol === 'http:')) return false;
    this.#root = root;
    return true;
  }

  /** Makes later requests send the route in the query if `plain` is true, otherwise in the path. */
  usePlainPermalinks(plain: boolean): void {
    this.#plainPermalinks = plain;
  }

  /** Sends a request to CoCart for a path such as `v2/products`. @throws Problem as `askSite` does */
  ask(path: string, question: RequestOptions = {}): Promise<Answer> {
    return this.askSite(`cocart/${path}`, question);
  }

  /**
   * Sends a request to the site's REST API.
   *
   * @throws Problem if there is no answer, or if the last try is answered with 429
   */
  async askSite(path: string, question: RequestOptions = {}): Promise<Answer> {
    let answer = await this.#answer(path, question);
    if (answer.status === 401 && question.keyPair && !this.#keyPairInQuery) {
      this.#keyPairInQuery = true;
      answer = await this.#answer(path, question);
      this.#keyPairInQuery = answer.status !== 401;
    }
    if (answer.status !== 429) return answer;
    throw new Problem(
      `${this.name} limits requests (429): set a lower --rate, or try again later`,
      'unavailable',
    );
  }

  async #answer(path: string, question: RequestOptions): Promise<Answer> {
    const isRead = (question.method ?? 'GET') === 'GET';
    for (const waitMs of pausesMs) {
      const answer = await this.#try(path, question).catch((error: unknown) => {
        if (!isRead || error instanceof Problem) throw this.#unreached(error);
        return null;
      });
      // A write is tried again only after 429, because 429 means that the shop has not made the change. After any other
      // failure, the shop may have made the change.
      const isPassing = answer === null || answer.status === 429 || (isRead && answer.status >= 500);
      if (answer && !isPassing) return answer;
      await this.#options.pause(Math.max(waitMs, Math.min(retryAfterMs(answer?.headers), longestWaitMs)));
    }
    return this.#try(path, question).catch((error: unknown) => {
      throw this.#unreached(error);
    });
  }

  #unreached(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(`${this.name} at ${this.root} cannot be reached: ${reasonOf(error)}`, 'unavailable');
  }

  #address(path: string, pair: KeyPair | undefined): string {
    const [route, query] = path.split('?');
    const inQuery =
      pair && this.#keyPairInQuery ? { consumer_key: pair.key, consumer_secret: pair.secret } : {};
    // WooCommerce reads key pairs only if `wp-json/wc/` is in the URL. Nobody reads the parameter `route`.
    const plain = this.#plainPermalinks
      ? [`rest_route=/${route}`, ...(pair ? [`route=wp-json/${route}`] : [])]
      : [];
    const search = [...plain, ...(query === undefined ? [] : [query]), String(new URLSearchParams(inQuery))]
      .filter((one) => one !== '')
      .join('&');
    const place = this.#plainPermalinks ? '/' : `${apiPath}/${route}`;
    return `${this.#root}${place}${search && `?${search}`}`;
  }

  async #try(path: string, { method = 'GET', json, keyPair, cleansUp }: RequestOptions): Promise<Answer> {
    await this.#options.pace?.turn();
    if (this.#options.interrupted?.aborted && !cleansUp) throw new Interrupted();
    const response = await fetch(this.#address(path, keyPair), {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(keyPair && !this.#keyPairInQuery && { authorization: basic(keyPair.key, keyPair.secret) }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      // Redirects are not followed, because a redirect could send a key pair to another host, or turn a write
      // into a read.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#options.timeoutMs ?? usualTimeoutMs),
    });
    const { status, headers } = response;
    return { status, headers, body: parsed(await this.#text(response, path)) };
  }

  async #text(response: Response, path: string): Promise<string> {
    return textOf(response, largestBytes).catch((error: unknown) => {
      if (!(error instanceof TooLarge)) throw error;
      throw new Problem(`${this.name} answered ${path} with ${error.message}`, 'failed');
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the records in the body of a page. The body is a list of records, or an object with this list in `products`.
 * Returns null for other bodies.
 */
export function recordsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const products = (body as { products?: unknown } | null | undefined)?.products;
  return Array.isArray(products) ? products : null;
}

/** Number of records on a page of a list. */
export const perPage = 50;

const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;

const isList = ({ status, body }: Answer) => status === 200 && recordsOf(body) !== null;

const maxRedirects = 3;

/** Requests a page of products. Follows redirects of the whole site, and finds out whether permalinks are plain. */
async function firstAnswer(client: CocartClient): Promise<Answer> {
  const probe = () => client.ask('v2/products?per_page=1');
  let answer = await probe();
  for (let count = 0; count < maxRedirects && isRedirect(answer); count += 1) {
    if (!client.follow(answer.headers.get('location'))) return answer;
    answer = await probe();
  }
  if (answer.status !== 404 && (answer.status !== 200 || isList(answer))) return answer;
  client.usePlainPermalinks(true);
  const plain = await probe().catch(() => answer);
  if (isList(plain)) return plain;
  client.usePlainPermalinks(false);
  return answer;
}

/** Checks that CoCart answers. @throws Problem that describes any other answer */
export async function assertCocart(client: CocartClient): Promise<void> {
  const { name } = client;
  const answer = await firstAnswer(client);
  const { status, headers, body } = answer;
  if (isRedirect(answer)) {
    throw new Problem(`${name} redirects to ${headers.get('location')}: name the address it has there`);
  }
  if (status === 401 || status === 403) {
    throw new Problem(`${name} requires a login for its products (${status})`, 'refused');
  }
  if (status >= 500) throw new Problem(`${name} answers with ${status} now: try again later`, 'unavailable');
  if (isList(answer)) return;
  const what = body === undefined ? 'something else than JSON' : 'no list of products';
  throw new Problem(
    `there is no CoCart 4 at ${client.root}${mount}: v2/products is ${what} (${status})`,
    'not_found',
  );
}

/** A function that resolves after a number of milliseconds. */
export type Pause = (ms: number) => Promise<void>;

/** Spreads requests evenly to limit the load on a live shop. */
export class Pace {
  readonly #gapMs: number;
  readonly #pause: Pause;
  readonly #now: () => number;
  #next = 0;

  /** `perSecond` is the maximum number of requests per second. `now` returns the time in milliseconds. */
  constructor(perSecond: number, pause: Pause, now: () => number = () => performance.now()) {
    this.#gapMs = 1_000 / perSecond;
    this.#pause = pause;
    this.#now = now;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const now = this.#now();
    const sendAt = Math.max(now, this.#next);
    this.#next = sendAt + this.#gapMs;
    if (sendAt > now) await this.#pause(sendAt - now);
  }
}

import { withoutEndingSlashes } from '#platform/text/slashes.ts';
import { reasonOf, serverUrl, TooLarge, textOf } from '../http.ts';
import { Interrupted, Problem } from '../problem.ts';
import type { Pace, Pause } from './pace.ts';

/** An answer of a shop. `body` is undefined if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly json?: unknown;
  readonly authorization?: string;
  /** Whether the request is sent even after the user has interrupted the command. */
  readonly cleansUp?: boolean;
}

/** Limits of a client. */
export interface ClientOptions {
  readonly pause: Pause;
  /** Limits the rate of requests; without a pace they are sent at once. */
  readonly pace?: Pace;
  readonly timeoutMs?: number;
  /** Aborted when the user interrupts the command. */
  readonly interrupted?: AbortSignal;
}

const usualTimeoutMs = 30_000;
/** Pauses before each further try. Milliseconds. */
const pausesMs = [1_000, 4_000];
/** Maximum accepted `Retry-After`. Seconds. */
const longestWaitS = 60;
const largestBytes = 64 * 1_048_576;
const apiPath = '/wp-json';
const mount = `${apiPath}/cocart`;
/** The name of this program in requests. Some hosts refuse requests without a name. */
const userAgent = 'cartwright-compare';

/** Returns the seconds in `Retry-After`, which may be a number or a date; 0 without this header. */
function retryAfterS(headers: Headers | undefined): number {
  const text = headers?.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return seconds > 0 ? Math.min(seconds, longestWaitS) : 0;
}

/** Sends requests to one shop with CoCart's interface. */
export class CocartClient {
  /** The name of this shop in messages. */
  readonly name: string;
  readonly #options: ClientOptions;
  #root: string;
  /** Whether the query contains the route, `?rest_route=/cocart/…`, as in a WordPress with plain permalinks. */
  #plainPermalinks = false;

  /** `address` is the URL of the site or of its CoCart. @throws Problem for an invalid URL */
  constructor(name: string, address: string, options: ClientOptions) {
    const url = serverUrl(address);
    const path = withoutEndingSlashes(url.pathname);
    this.name = name;
    this.#root = url.origin + (path.endsWith(mount) ? path.slice(0, -mount.length) : path);
    this.#options = options;
  }

  /** Root of the site, without a slash at its end. */
  get root(): string {
    return this.#root;
  }

  /** Follows a redirect of the whole site, to TLS or another host. Returns whether later requests use the new URL. */
  follow(location: string | null): boolean {
    const target = URL.parse(location ?? '', `${this.#root}/`);
    const at = target?.pathname.indexOf(`${mount}/`) ?? -1;
    if (!target || at === -1 || !/^https?:$/.test(target.protocol)) return false;
    const root = target.origin + target.pathname.slice(0, at);
    if (root === this.#root || (this.#root.startsWith('https:') && target.protocol === 'http:')) return false;
    this.#root = root;
    return true;
  }

  /** Sends routes of later requests in the query, or in the path if `plain` is false. */
  usePlainPermalinks(plain: boolean): void {
    this.#plainPermalinks = plain;
  }

  /** Returns the answer of CoCart to a path such as `v2/products`. @throws Problem as `askSite` does */
  ask(path: string, question: RequestOptions = {}): Promise<Answer> {
    return this.askSite(`cocart/${path}`, question);
  }

  /**
   * Returns the answer of the site's REST API to a path.
   *
   * @throws Problem without an answer, or if the answer is 429 after all tries
   */
  async askSite(path: string, question: RequestOptions = {}): Promise<Answer> {
    const answer = await this.#answer(path, question);
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
      // A rate-limited write had no effect; the effect of another failed write is unknown.
      const isPassing = answer === null || answer.status === 429 || (isRead && answer.status >= 500);
      if (answer && !isPassing) return answer;
      await this.#options.pause(Math.max(waitMs, retryAfterS(answer?.headers) * 1_000));
    }
    return this.#try(path, question).catch((error: unknown) => {
      throw this.#unreached(error);
    });
  }

  #unreached(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(`${this.name} at ${this.root} cannot be reached: ${reasonOf(error)}`, 'unavailable');
  }

  #address(path: string): string {
    if (!this.#plainPermalinks) return `${this.#root}${apiPath}/${path}`;
    const [route, query] = path.split('?');
    return `${this.#root}/?rest_route=/${route}${query === undefined ? '' : `&${query}`}`;
  }

  async #try(
    path: string,
    { method = 'GET', json, authorization, cleansUp }: RequestOptions,
  ): Promise<Answer> {
    await this.#options.pace?.turn();
    if (this.#options.interrupted?.aborted && !cleansUp) throw new Interrupted();
    const response = await fetch(this.#address(path), {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(authorization && { authorization }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      // A redirect could send a key pair to another host, and it turns a write into a read.
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

/** Returns the records of a page, which is a list or an object with the member `products`; null for other bodies. */
export function recordsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const products = (body as { products?: unknown } | null | undefined)?.products;
  return Array.isArray(products) ? products : null;
}

const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;
const isList = ({ status, body }: Answer) => status === 200 && recordsOf(body) !== null;
const maxRedirects = 3;

/** Returns the first page of products. Follows redirects of the whole site, and detects plain permalinks. */
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

/** Checks that CoCart answers. @throws Problem that explains what answers instead */
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

import { setTimeout as pause } from 'node:timers/promises';
import { withoutEndingSlashes } from '#platform/text/slashes.ts';
import { assertPrivate, basic, reasonOf, serverUrl, TooLarge, textOf } from '../../../http.ts';
import { type FailureKind, Problem } from '../../../problem.ts';

/** The URL of a shop, and a key pair that may read the shop. */
export interface ShopAddress {
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** How often and how long a client tries a request. */
export interface RetryPolicy {
  /** Timeout of each try in milliseconds. */
  readonly timeoutMs: number;
  /** Milliseconds before each further try. */
  readonly pausesMs: readonly number[];
}

const defaultRetries: RetryPolicy = { timeoutMs: 60_000, pausesMs: [500, 2_000, 8_000, 20_000] };
/** Maximum seconds to wait after an answer with `Retry-After`. */
const longestWaitS = 60;
/** Maximum bytes of an answer. */
const largestBytes = 64 * 1_048_576;
const perPage = 100;

/** One page of a collection. */
interface Page {
  readonly records: readonly unknown[];
  readonly total: number;
  readonly pages: number;
}

const isPassing = (status: number) => status === 429 || status >= 500;

/**
 * Returns the base URL of a shop's API. The URL must use TLS or lead to this machine, because the client sends a key
 * pair to this URL.
 *
 * @throws Problem for an invalid URL, or a URL without TLS
 */
function baseOf(text: string): string {
  const url = serverUrl(text);
  assertPrivate(url);
  return `${url.origin}${withoutEndingSlashes(url.pathname)}/wp-json`;
}

/** Reads a shop over WooCommerce's REST API v3. */
export class ShopClient {
  readonly #base: string;
  readonly #authorization: string;
  readonly #retries: RetryPolicy;
  /**
   * Whether the shop has answered a request. Before the first answer, a failed request is not repeated, because the URL
   * may be wrong.
   */
  #hasAnswered = false;

  /** Creates a client. @throws Problem for a URL to which the key pair must not be sent */
  constructor({ url, consumerKey, consumerSecret }: ShopAddress, retries: RetryPolicy = defaultRetries) {
    this.#base = baseOf(url);
    this.#authorization = basic(consumerKey, consumerSecret);
    this.#retries = retries;
  }

  /**
   * Requests a path and returns the parsed answer. Returns null if the answer has one of the statuses in `none`.
   * @throws Problem for any other failure
   */
  async read(path: string, none: readonly number[] = []): Promise<unknown> {
    const response = await this.#get(path, none);
    return response && (await this.#json(response, path));
  }

  /**
   * Yields the pages of a collection, sorted by id. Yields nothing if the shop lacks an `optional`
   * collection.
   *
   * @throws Problem for a bad answer, or if the shop has deleted records since the previous page. After a deletion,
   * the later records move forward, so the next page may lack a record.
   */
  async *pages(
    path: string,
    query: Readonly<Record<string, string>>,
    optional = false,
  ): AsyncGenerator<Page> {
    let lastTotal = 0;
    for (let number = 1; ; number += 1) {
      const search = new URLSearchParams({ per_page: String(perPage), page: String(number), ...query });
      const response = await this.#get(`${path}?${search}`, optional && number === 1 ? noneOf(path) : []);
      if (!response) return;
      const records = await this.#json(response, path);
      if (!Array.isArray(records))
        throw new Problem(`the shop answered ${path} with something else than a list`, 'failed');
      const total = Number(response.headers.get('x-wp-total') ?? records.length);
      const pages = Number(response.headers.get('x-wp-totalpages') ?? 1);
      if (total < lastTotal)
        throw new Problem(`the shop was changed while ${path} was read: begin again`, 'failed');
      lastTotal = total;
      yield { records, total, pages };
      if (!(number < pages)) return;
    }
  }

  async #get(path: string, none: readonly number[]): Promise<Response | null> {
    for (const waitMs of this.#retries.pausesMs) {
      const response = await this.#try(path).catch((error: unknown) => {
        if (!this.#hasAnswered) throw this.#unreached(error);
        return null;
      });
      if (response && !isPassing(response.status)) return this.#accepted(response, path, none);
      await response?.body?.cancel();
      const askedS = Math.min(Number(response?.headers.get('retry-after')) || 0, longestWaitS);
      await pause(Math.max(waitMs, askedS * 1_000));
    }
    const response = await this.#try(path).catch((error: unknown) => {
      throw this.#unreached(error);
    });
    return this.#accepted(response, path, none);
  }

  #unreached(error: unknown): Problem {
    return new Problem(`the shop at ${this.#base} cannot be reached: ${reasonOf(error)}`, 'unavailable');
  }

  async #try(path: string): Promise<Response> {
    const response = await fetch(`${this.#base}/${path}`, {
      headers: { ...(!isPublic(path) && { authorization: this.#authorization }), accept: 'application/json' },
      // Redirects are not followed, because a redirect could send the key pair to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#retries.timeoutMs),
    });
    this.#hasAnswered = true;
    return response;
  }

  async #accepted(response: Response, path: string, none: readonly number[]): Promise<Response | null> {
    if (response.ok) return response;
    await response.body?.cancel();
    const { status } = response;
    if (none.includes(status)) return null;
    const [asked = ''] = path.split('?');
    throw new Problem(this.#sentence(status, asked, response.headers.get('location')), kindOf(status));
  }

  #sentence(status: number, path: string, location: string | null): string {
    if (status === 401 || status === 403) {
      return `the shop refuses the key pair for ${path} (${status}): it needs the permission to read`;
    }
    if (status === 404) return `there is no WooCommerce REST API v3 at ${this.#base} (404 for ${path})`;
    if (status >= 300 && status < 400)
      return `the shop redirects to ${location}: name the address it has there`;
    return `the shop answered ${path} with ${status}`;
  }

  async #json(response: Response, path: string): Promise<unknown> {
    try {
      return JSON.parse(await textOf(response, largestBytes));
    } catch (error) {
      if (error instanceof TooLarge)
        throw new Problem(`the shop answered ${path} with ${error.message}`, 'failed');
      if (error instanceof SyntaxError)
        throw new Problem(`the shop answered ${path} with something else than JSON`, 'failed');
      throw new Problem(`the shop ended its answer to ${path} in the middle: ${reasonOf(error)}`, 'failed');
    }
  }
}

/**
 * Returns whether a path belongs to WordPress's own API, which refuses the key pairs of WooCommerce. Requests
 * to this API get no key pair.
 */
function isPublic(path: string): boolean {
  return path.startsWith('wp/');
}

/**
 * Returns the statuses that mean that a collection is missing. A refusal by WordPress's own API counts too,
 * because many shops do not give access to this API.
 */
function noneOf(path: string): readonly number[] {
  return isPublic(path) ? [400, 401, 403, 404] : [404];
}

function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'not_found';
  return status >= 500 ? 'unavailable' : 'failed';
}

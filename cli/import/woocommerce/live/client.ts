import { setTimeout as pause } from 'node:timers/promises';
import { withoutEndingSlashes } from '#platform/text/slashes.ts';
import { assertPrivate, basic, reasonOf, serverUrl, TooLarge, textOf } from '../../../http.ts';
import { Problem } from '../../../problem.ts';

/** Where a shop is and the key pair that reads it. */
export interface ShopAddress {
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** How patient the client is. Milliseconds; `pausesMs` is how long it waits before each further try. */
export interface Patience {
  readonly timeoutMs: number;
  readonly pausesMs: readonly number[];
}

const usualPatience: Patience = { timeoutMs: 60_000, pausesMs: [500, 2_000, 8_000, 20_000] };
/** The longest wait that a shop may ask for. Seconds. */
const longestWaitS = 60;
/** The largest answer that is read. Bytes. */
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
 * Base address of a shop's interface. Its key pair goes over TLS only, except to this machine.
 *
 * @throws Problem
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
  readonly #patience: Patience;
  /** Whether the shop has ever answered: an address that never did is mistyped rather than busy. */
  #hasAnswered = false;

  /** @throws Problem for an address that the key pair must not be sent to */
  constructor({ url, consumerKey, consumerSecret }: ShopAddress, patience: Patience = usualPatience) {
    this.#base = baseOf(url);
    this.#authorization = basic(consumerKey, consumerSecret);
    this.#patience = patience;
  }

  /** What a path answers; null where the status is one of those that mean there is none. @throws Problem */
  async read(path: string, none: readonly number[] = []): Promise<unknown> {
    const response = await this.#get(path, none);
    return response && (await this.#json(response, path));
  }

  /**
   * The records of a collection, page by page in the order of their ids, and their number. None where the shop has no
   * such collection and `optional` is set.
   *
   * @throws Problem, also when records were removed meanwhile, since others would be missing then
   */
  async *pages(
    path: string,
    query: Readonly<Record<string, string>>,
    optional = false,
  ): AsyncGenerator<Page> {
    let before = 0;
    for (let number = 1; ; number += 1) {
      const search = new URLSearchParams({ per_page: String(perPage), page: String(number), ...query });
      const response = await this.#get(`${path}?${search}`, optional && number === 1 ? noneOf(path) : []);
      if (!response) return;
      const records = await this.#json(response, path);
      if (!Array.isArray(records))
        throw new Problem(`the shop answered ${path} with something else than a list`);
      const total = Number(response.headers.get('x-wp-total') ?? records.length);
      const pages = Number(response.headers.get('x-wp-totalpages') ?? 1);
      if (total < before) throw new Problem(`the shop was changed while ${path} was read: begin again`);
      before = total;
      yield { records, total, pages };
      if (!(number < pages)) return;
    }
  }

  async #get(path: string, none: readonly number[]): Promise<Response | null> {
    for (const waitMs of this.#patience.pausesMs) {
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
    return new Problem(`the shop at ${this.#base} cannot be reached: ${reasonOf(error)}`);
  }

  async #try(path: string): Promise<Response> {
    const response = await fetch(`${this.#base}/${path}`, {
      headers: { ...(!isPublic(path) && { authorization: this.#authorization }), accept: 'application/json' },
      // A redirect could carry the key pair elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#patience.timeoutMs),
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
    throw new Problem(this.#sentence(status, asked, response.headers.get('location')));
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
      if (error instanceof TooLarge) throw new Problem(`the shop answered ${path} with ${error.message}`);
      if (error instanceof SyntaxError)
        throw new Problem(`the shop answered ${path} with something else than JSON`);
      throw new Problem(`the shop ended its answer to ${path} in the middle: ${reasonOf(error)}`);
    }
  }
}

/** WordPress's own interface does not know the key pairs of WooCommerce, and refuses what brings one. */
function isPublic(path: string): boolean {
  return path.startsWith('wp/');
}

/** Statuses that mean that a shop does not have a collection; many shops close WordPress's own interface. */
function noneOf(path: string): readonly number[] {
  return isPublic(path) ? [400, 401, 403, 404] : [404];
}

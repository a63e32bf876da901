import { type FailureKind, Problem } from '../errors/problem.ts';
import { asOneLine, withoutEndingSlashes } from '../util/text.ts';
import {
  assertPrivate,
  basic,
  jsonWithin,
  reasonOf,
  retryAfterMs,
  serverUrl,
  TooLarge,
  textOf,
} from './http.ts';
import { Notes } from './notes.ts';
import { Pace } from './pace.ts';

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

/** WordPress asks for ten minutes (503) whenever it updates something, which takes seconds. */
const longestUpdateMs = 30_000;
const defaultRetries: RetryPolicy = { timeoutMs: 60_000, pausesMs: [500, 2_000, 8_000, 20_000] };
/** Maximum bytes of an answer. */
const largestBytes = 64 * 1_048_576;
/** Records that a page has at most, and if nothing is said about it. */
const mostPerPage = 100;
const usualPerPage = 10;
/** Maximum number of pages without a new record that are read, one after the other, because of the shop's headers. */
const maxBarrenPages = 10;
/** Maximum number of characters of an answer in a message. */
const excerptLength = 120;

/** One page of a list. */
interface Page {
  /** The records that no earlier page had. */
  readonly records: readonly unknown[];
  /** Number of records in the whole list, as far as it is known. */
  readonly total: number;
  /** Why records may be missing in the list. Only the last page has it, and only if the list is in doubt. */
  readonly gap?: string;
}

/** How JSON is sent. */
interface SendOptions {
  readonly none?: readonly number[];
  readonly timeoutMs: number;
}

/** The body of a request that is not repeated. */
interface Sent {
  readonly text: string;
  readonly timeoutMs: number;
}

/** How a list is read. */
interface ListOptions {
  /** Statuses of the first page that mean that the shop does not have the list. */
  readonly none?: readonly number[];
  /** Ids that the list must contain, as another answer of the shop says, or because they are requested. */
  readonly expected?: readonly number[];
  /** Whether nothing else than `expected` is requested. */
  readonly isOnlyExpected?: boolean;
}

/** What a refused key pair lacks. WooCommerce answers 403 if it knows the key pair, but not as one of a manager. */
const refusals = {
  401: 'it is wrong or revoked, or lacks the permission to read',
  403: 'it needs a user who manages the shop',
} as const;

/** Returns whether WooCommerce answers with this code if it has no record with the requested id. */
const isOfMissingRecord = (code: string) => /^(woocommerce|wc|rest)_(.*_)?invalid(_id)?$/.test(code);

/** Lets the connection of an answer go whose body nobody reads. */
async function dropped(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

const isPassing = (status: number) => status === 429 || status >= 500;

/** Returns the id of a record, or null. */
export function idOf(record: unknown): number | null {
  const id = (record as { id?: unknown } | null)?.id;
  return Number.isSafeInteger(id) ? Number(id) : null;
}

/** A page of a list that is requested. */
interface ListPage {
  readonly path: string;
  readonly perPage: number;
  readonly number: number;
  readonly query: Readonly<Record<string, string>>;
}

function pathOf({ path, perPage, number, query }: ListPage): string {
  return `${path}?${new URLSearchParams({ per_page: String(perPage), page: String(number), ...query })}`;
}

/** Returns the route in a path, for messages. */
function routeOf(path: string): string {
  const [route = ''] = path.split('?');
  return route || '/wp-json/';
}

/**
 * Returns whether a route takes the key pairs of WooCommerce. WordPress takes a key pair on its own routes for a login
 * with an application password, and refuses it. The routes of the Store API answer as to a guest.
 */
function takesKeyPair(path: string): boolean {
  return /^wc[/-]/.test(path) && !path.startsWith('wc/store/');
}

/**
 * Reads a shop over WooCommerce's REST API v3.
 *
 * The client finds out how the shop is to be asked: it sends the route in the query if the shop has plain permalinks, and
 * the key pair in the query if the shop's host drops the header `Authorization`.
 */
export class ShopClient {
  readonly #root: string;
  readonly #address: ShopAddress;
  readonly #retries: RetryPolicy;
  readonly #notes: Notes;
  readonly #pace: Pace;
  /** First text around JSON that was found, for the note. */
  #around: string | null = null;
  #plainPermalinks = false;
  /** Where the key pair is sent. `untried`: in the header, and no answer has shown yet that the shop reads it there. */
  #keyPairIn: 'untried' | 'header' | 'query' = 'untried';
  /**
   * Whether the shop has answered a request. Before the first answer, a failed request is not repeated, because the URL
   * may be wrong.
   */
  #hasAnswered = false;
  #clock: number | null = null;

  /**
   * Creates a client. `notes` gets what the report should say about the shop's answers, and `pace` says when requests
   * begin. The URL must use TLS or lead to this machine, because the client sends a key pair to this URL.
   *
   * @throws Problem for an invalid URL, or a URL without TLS
   */
  constructor(
    address: ShopAddress,
    retries: RetryPolicy = defaultRetries,
    notes = new Notes(),
    pace = new Pace(),
  ) {
    const url = serverUrl(address.url);
    assertPrivate(url);
    this.#root = `${url.origin}${withoutEndingSlashes(url.pathname)}`;
    this.#address = address;
    this.#retries = retries;
    this.#notes = notes;
    this.#pace = pace;
  }

  /** Whether the shop is asked with its route in the query, because it has plain permalinks. */
  get usesPlainPermalinks(): boolean {
    return this.#plainPermalinks;
  }

  /** The time of the shop's last answer, in Unix seconds by the shop's clock; null if the answer did not say it. */
  get clock(): number | null {
    return this.#clock;
  }

  /**
   * Requests a path and returns the parsed answer. Returns null if the answer has one of the statuses in `none`.
   * @throws Problem for any other failure
   */
  async read(path: string, none: readonly number[] = []): Promise<unknown> {
    const response = await this.#get(path, none);
    return response.ok ? this.#json(response, path) : dropped(response);
  }

  /** Requests one page of a list. Returns its records, and the number of records of the whole list. @throws Problem */
  async readPage(path: string): Promise<{ readonly records: readonly unknown[]; readonly total: number }> {
    const response = await this.#get(path, []);
    const records = await this.#list(response, path);
    const total = Number(response.headers.get('x-wp-total') ?? Number.NaN);
    return { records, total: Number.isSafeInteger(total) ? total : records.length };
  }

  /**
   * Sends JSON to a path and returns the parsed answer. Returns null if the answer has one of the statuses in `none`. The
   * request is not repeated, except once if the shop's host drops the header `Authorization`.
   *
   * @throws Problem for any other failure
   */
  async send(path: string, body: unknown, { none = [], timeoutMs }: SendOptions): Promise<unknown> {
    const sent = { text: JSON.stringify(body), timeoutMs };
    const response = await this.#get(path, none, sent);
    return response.ok ? this.#json(response, path) : dropped(response);
  }

  /**
   * Requests a route that only some shops have. Returns null if WordPress says that it has no such route. Another 404, such
   * as one of a host, says nothing about the route.
   *
   * @throws Problem for any other answer
   */
  async readRoute(path: string): Promise<unknown> {
    return this.#readUnless(path, (code) => code === 'rest_no_route');
  }

  /**
   * Requests one record. Returns null if the shop says that it has no such record. Another 404, such as one of a host or
   * of a shop without WooCommerce, says nothing about the record.
   *
   * @throws Problem for any other answer
   */
  async readRecord(path: string): Promise<unknown> {
    return this.#readUnless(path, isOfMissingRecord);
  }

  /** Requests a path. Returns null for a 404 with a code that says that there is nothing. */
  async #readUnless(path: string, isNothing: (code: string) => boolean): Promise<unknown> {
    const response = await this.#get(path, [404]);
    const answer = await this.#json(response, path);
    const code = response.ok ? '' : String((answer as { code?: unknown } | null)?.code ?? '');
    if (response.ok || isNothing(code)) return response.ok ? answer : null;
    throw new Problem(`the shop answered ${routeOf(path)} with 404 and the code "${code}"`, 'failed');
  }

  /**
   * Requests the index of the REST API with a query, and finds out whether the shop has plain permalinks. Such a shop
   * answers the usual URL with 404 or with a page. Returns null, with a note, if the shop shows its index to nobody.
   *
   * @throws Problem if neither form of the URL leads to an index
   */
  async readIndex(query: string): Promise<unknown> {
    const found = await this.#index(query).catch((error: unknown) => error);
    if (!(found instanceof Problem)) return found;
    if (found.kind !== 'not_found' && found.kind !== 'failed') throw found;
    // The other form of the URL, which the shop may also have got since the last answer.
    this.#plainPermalinks = !this.#plainPermalinks;
    const other = await this.#index(query).catch(() => undefined);
    if (other !== undefined) return other;
    this.#plainPermalinks = false;
    throw found;
  }

  async #index(query: string): Promise<unknown> {
    const index = await this.read(query, [401, 403]);
    if (index === null) {
      const why = `the shop refuses ${routeOf(query)} without a login: set them with settings set`;
      this.#notes.leaveOut('name, address and time zone of the site', why);
    }
    if (typeof index === 'object' && !Array.isArray(index)) return index;
    throw new Problem(`the shop answered ${routeOf(query)} with something else than an object`, 'failed');
  }

  /**
   * Yields the pages of a list, sorted by id as far as the shop does so. Reads on until a page brings no new record,
   * because hosts and plugins drop or change the headers that tell the number of pages, and shorten pages. Yields nothing
   * if the shop lacks the list (`none`), and one page without records if the list is empty.
   *
   * The last page has a `gap` if the shop has told a greater number of records than it gave. One reason is a record that
   * was deleted meanwhile: the later records move forward, and the next page lacks one of them.
   *
   * @throws Problem for a bad answer
   */
  async *pages(
    path: string,
    query: Readonly<Record<string, string>>,
    { none = [], expected, isOnlyExpected = false }: ListOptions = {},
  ): AsyncGenerator<Page> {
    const list = new ListReading(expected, isOnlyExpected);
    let { page, response } = await this.#firstPage({ path, perPage: mostPerPage, number: 1, query }, none);
    if (!response.ok) {
      await dropped(response);
      return;
    }
    while (response.ok && !list.isRead) {
      const records = list.add(await this.#list(response, pathOf(page)), response.headers);
      if (records.length > 0 || page.number === 1) yield { records, total: list.total };
      page = { ...page, number: page.number + 1 };
      // WordPress answers a page after the last one with 400.
      if (!list.isRead) response = await this.#get(pathOf(page), [400]);
    }
    if (!response.ok) await dropped(response);
    const gap = list.gap();
    if (gap) yield { records: [], total: list.total, gap };
  }

  /**
   * Requests the first page of a list. Some hosts allow fewer records per page than WordPress, and answer more with 400.
   * Returns the page that was requested last, and its answer.
   */
  async #firstPage(page: ListPage, none: readonly number[]) {
    const response = await this.#get(pathOf(page), [...none, 400]);
    if (response.status !== 400) return { page, response };
    await dropped(response);
    const smaller = { ...page, perPage: usualPerPage };
    return { page: smaller, response: await this.#get(pathOf(smaller), none) };
  }

  async #list(response: Response, path: string): Promise<readonly unknown[]> {
    const records = await this.#json(response, path);
    if (Array.isArray(records)) return records;
    throw new Problem(`the shop answered ${routeOf(path)} with something else than a list`, 'failed');
  }

  /** Returns an answer with a status below 300 or in `allowed`. @throws Problem for any other answer */
  async #get(path: string, allowed: readonly number[], sent?: Sent): Promise<Response> {
    const response = await this.#steady(path, sent);
    if (response.ok && takesKeyPair(path) && this.#keyPairIn === 'untried') this.#keyPairIn = 'header';
    if (response.status !== 401 || !(await this.#isKeyPairLost(response, path))) {
      return this.#accepted(response, path, allowed);
    }
    this.#keyPairIn = 'query';
    const second = await this.#steady(path, sent);
    if (second.status === 401) this.#keyPairIn = 'header';
    return this.#accepted(second, path, allowed);
  }

  /**
   * Returns whether a refusal may mean that the header with the key pair did not reach the shop. A shop that has read a
   * wrong key pair says so with a code of its own.
   */
  async #isKeyPairLost(response: Response, path: string): Promise<boolean> {
    if (!takesKeyPair(path) || this.#keyPairIn !== 'untried') return false;
    this.#keyPairIn = 'header';
    const found = jsonWithin(await textOf(response.clone(), largestBytes).catch(() => ''));
    const code = (found?.value as { code?: unknown } | null | undefined)?.code;
    return code !== 'woocommerce_rest_authentication_error';
  }

  /** Requests a path, and again while the shop is busy or fails. */
  async #steady(path: string, sent?: Sent): Promise<Response> {
    for (const waitMs of sent ? [] : this.#retries.pausesMs) {
      const response = await this.#try(path).catch((error: unknown) => {
        if (!this.#hasAnswered) throw this.#unreached(error);
        return null;
      });
      if (response && !isPassing(response.status)) return response;
      await response?.body?.cancel();
      await this.#pace.rest(waitMs);
    }
    return this.#try(path, sent).catch((error: unknown) => {
      throw this.#unreached(error);
    });
  }

  #unreached(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(`the shop at ${this.#root} cannot be reached: ${reasonOf(error)}`, 'unavailable');
  }

  #try(path: string, sent?: Sent): Promise<Response> {
    return this.#pace.take(() => this.#fetch(path, sent));
  }

  async #fetch(path: string, sent?: Sent): Promise<Response> {
    const inHeader = takesKeyPair(path) && this.#keyPairIn !== 'query';
    const { consumerKey, consumerSecret } = this.#address;
    const response = await fetch(this.#url(path, takesKeyPair(path) && !inHeader), {
      headers: {
        ...(inHeader && { authorization: basic(consumerKey, consumerSecret) }),
        accept: 'application/json',
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { method: 'POST', body: sent.text }),
      // Redirects are not followed, because a redirect could send the key pair to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(sent?.timeoutMs ?? this.#retries.timeoutMs),
    });
    this.#hasAnswered = true;
    const date = Date.parse(response.headers.get('date') ?? '');
    this.#clock = Number.isNaN(date) ? null : date / 1_000;
    if (isPassing(response.status)) {
      const asked = retryAfterMs(response.headers);
      this.#pace.pause(response.status === 503 ? Math.min(asked, longestUpdateMs) : asked);
    }
    return response;
  }

  /** Returns the URL of a path, with the key pair in its query if `withKeyPair`. */
  #url(path: string, withKeyPair = false): string {
    const [route = '', query = ''] = path.split('?');
    const { consumerKey, consumerSecret } = this.#address;
    const keyPair = new URLSearchParams({ consumer_key: consumerKey, consumer_secret: consumerSecret });
    const queries = [query, withKeyPair ? String(keyPair) : ''];
    if (this.#plainPermalinks) {
      // WooCommerce reads key pairs only if `wp-json/wc/` is in the URL. Nobody reads the parameter `route`.
      queries.unshift(`rest_route=/${route}`, takesKeyPair(path) ? `route=wp-json/${route}` : '');
    }
    const search = queries.filter((one) => one !== '').join('&');
    return `${this.#root}/${this.#plainPermalinks ? '' : `wp-json/${route}`}${search && `?${search}`}`;
  }

  async #accepted(response: Response, path: string, allowed: readonly number[]): Promise<Response> {
    const { status } = response;
    if (response.ok || allowed.includes(status)) return response;
    await dropped(response);
    throw new Problem(this.#sentence(status, path, response.headers.get('location')), kindOf(status));
  }

  #sentence(status: number, path: string, location: string | null): string {
    const route = routeOf(path);
    if (status === 401 || status === 403) {
      return takesKeyPair(path)
        ? `the shop refuses the key pair for ${route} (${status}): ${refusals[status]}`
        : `the shop refuses ${route} to everybody (${status})`;
    }
    if (status === 404)
      return `there is no WooCommerce REST API v3 at ${this.#root}/wp-json (404 for ${route})`;
    if (status >= 300 && status < 400) {
      // A query may repeat the key pair.
      const [target] = (location ?? '').split('?');
      return `the shop redirects to ${target}: name the address it has there`;
    }
    return `the shop answered ${route} with ${status}`;
  }

  async #json(response: Response, path: string): Promise<unknown> {
    const text = await this.#text(response, path);
    const found = jsonWithin(text);
    if (!found) {
      throw new Problem(
        `the shop answered ${routeOf(path)} with something else than JSON: "${this.#excerpt(text)}". ` +
          `See what it prints at ${this.#url(path)}`,
        'failed',
      );
    }
    if (found.around !== '') this.#noteAround(found.around, path);
    return found.value;
  }

  /** Adds a note about text around the JSON of an answer. The note has the first text that was found. */
  #noteAround(around: string, path: string): void {
    this.#around ??=
      `the JSON was read, but other text was around it, first at ${routeOf(path)}: "${this.#excerpt(around)}". ` +
      'Switch off what prints it: messages of PHP (WP_DEBUG_DISPLAY) or a plugin';
    this.#notes.adjust('answers of the shop', this.#around);
  }

  async #text(response: Response, path: string): Promise<string> {
    return textOf(response, largestBytes).catch((error: unknown) => {
      const route = routeOf(path);
      if (error instanceof TooLarge)
        throw new Problem(`the shop answered ${route} with ${error.message}`, 'failed');
      throw new Problem(`the shop ended its answer to ${route} in the middle: ${reasonOf(error)}`, 'failed');
    });
  }

  /** Returns the first characters of a text of the shop, without the key pair. */
  #excerpt(text: string): string {
    const { consumerKey, consumerSecret } = this.#address;
    const secrets = [basic(consumerKey, consumerSecret).slice('Basic '.length), consumerSecret, consumerKey];
    // The key pair is removed from more than is shown, so that no part of it remains at the end.
    const start = text.trim().slice(0, 20 * excerptLength);
    const clean = secrets
      .flatMap((one) => [one, encodeURIComponent(one)])
      .reduce((rest, one) => rest.replaceAll(one, '…'), start);
    return asOneLine(clean).replaceAll(/\s+/g, ' ').slice(0, excerptLength);
  }
}

/** What is known about a list while it is read, page by page. */
class ListReading {
  readonly #expected: readonly number[] | undefined;
  readonly #isOnlyExpected: boolean;
  readonly #seen = new Set<number | string>();
  /** The greatest number of records that the shop has told. */
  #told = 0;
  #pages = 0;
  #freshPages = 0;
  #barrenPages = 0;
  #repeated = 0;
  #endsWithRepetition = false;
  #isRead = false;

  constructor(expected: readonly number[] | undefined, isOnlyExpected: boolean) {
    this.#expected = expected;
    this.#isOnlyExpected = isOnlyExpected;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  get total(): number {
    return Math.max(this.#told, this.#seen.size);
  }

  /** Adds a page. Returns its records that no earlier page had. */
  add(given: readonly unknown[], headers: Headers): unknown[] {
    const fresh = given.filter((record) => {
      const key = idOf(record) ?? JSON.stringify(record);
      const isNew = !this.#seen.has(key);
      this.#seen.add(key);
      return isNew;
    });
    this.#pages += 1;
    this.#told = Math.max(this.#told, countIn(headers, 'x-wp-total'));
    this.#repeated += given.length - fresh.length;
    this.#endsWithRepetition = given.length > 0 && fresh.length === 0;
    this.#freshPages += fresh.length > 0 ? 1 : 0;
    this.#barrenPages = fresh.length > 0 ? 0 : this.#barrenPages + 1;
    // A page may be without new records although the shop has more pages, if a plugin takes records out of pages.
    const goesOn = this.#pages < countIn(headers, 'x-wp-totalpages') && this.#barrenPages < maxBarrenPages;
    this.#isRead = fresh.length > 0 ? this.#hasAllExpected(given) : !goesOn;
    return fresh;
  }

  #hasAllExpected(lastPage: readonly unknown[]): boolean {
    if (!this.#expected || (lastPage.length >= mostPerPage && !this.#isOnlyExpected)) return false;
    return this.#expected.every((id) => this.#seen.has(id));
  }

  /** Returns why records may be missing; null if the list is whole. */
  gap(): string | null {
    const came = this.#seen.size;
    if (this.#told > came) return `the shop told ${this.#told} records and gave ${came}`;
    // Repeated records are harmless if the number is right: records were added meanwhile, or the shop repeats its last
    // page. But some shops tell the size of a page as the number of records.
    const isFirstPageOnly = this.#freshPages === 1 && came === mostPerPage;
    if (this.#repeated === 0 || (this.#told === came && !(this.#endsWithRepetition && isFirstPageOnly)))
      return null;
    return `the shop gave the same records again after ${came}`;
  }
}

/** Returns the number in a header; 0 if the header is missing or has no such number. */
function countIn(headers: Headers, name: string): number {
  const count = Number(headers.get(name));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return 'not_found';
  return isPassing(status) ? 'unavailable' : 'failed';
}

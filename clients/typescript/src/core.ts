import { CartwrightError, errorOf } from './error.ts';
import { cartRoutes, repeatableWrites } from './generated/routes.ts';
import { type ClientOptions, type Settings, settingsOf } from './options.ts';
import { urlOf } from './query.ts';
import { explained, unreachable } from './reach.ts';
import { repeated } from './repeat.ts';
import type { Session, Tokens } from './session.ts';
import type { Answer, AnswerOf, InputArgument, RequestOptions, Route } from './types.ts';

/** The input of a request, without the types of a particular route. */
interface AnyInput extends RequestOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * How the answer to a request is read. If `stream` is true, the time limit applies only until the stream is open.
 */
interface Reading<T> {
  readonly read: (response: Response) => Promise<T>;
  readonly attempts?: number;
  readonly stream?: boolean;
}

/**
 * Writes that may be repeated without an idempotency key. A second refresh gives the same tokens. A second
 * login harmlessly adds one more login. The service refuses a second registration, and `account.register`
 * handles this refusal.
 */
const repeatableLogins = new Set([
  'POST /v2/login',
  'POST /v2/register',
  'POST /jwt/refresh-token',
  'POST /jwt/validate-token',
]);
const refreshRoute = 'POST /jwt/refresh-token';

const idempotencyKey = () => crypto.randomUUID();
const quoted = (revision: number | string) => (typeof revision === 'number' ? `"${revision}"` : revision);

async function readJson(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  try {
    return { data: text === '' ? null : JSON.parse(text), status, headers };
  } catch (cause) {
    const message = 'The answer is not JSON. Is this the address of a shop?';
    throw new CartwrightError({ code: 'client_invalid_answer', status, message, headers, cause });
  }
}

/**
 * Sends no cookies, because the service uses none. With cookies, a browser shows its own password dialog when
 * the service refuses a login. Cloudflare Workers do not support this option.
 */
const withoutCookies: RequestInit = 'credentials' in Request.prototype ? { credentials: 'omit' } : {};

/** @throws CartwrightError for a redirect. A browser shows a redirect without its status and its target. */
function refuseRedirect({ type, status, headers }: Response): void {
  const target = headers.get('Location');
  if (type !== 'opaqueredirect' && !(status > 300 && status < 400 && target !== null)) return;
  const message = `The shop redirects to ${target ?? 'another address'}. Create the client with the address that answers.`;
  throw new CartwrightError({ code: 'client_redirected', status, message, headers });
}

/** Returns the cart's revision from an `ETag` that is a number; null for others, such as those of the catalogue. */
export function revisionIn(headers: Headers): number | null {
  const [, revision] = /^"(\d+)"$/.exec(headers.get('ETag') ?? '') ?? [];
  return revision === undefined ? null : Number(revision);
}

/** Sends requests with the cart's key or the customer's token. Repeats failed requests if that is safe. */
export class Core {
  readonly #settings: Settings;
  readonly session: Session;

  constructor(options: ClientOptions) {
    this.#settings = settingsOf(options);
    this.session = this.#settings.session;
  }

  /** Sends a request and returns the body of the answer. @throws CartwrightError for a refusal or a failure */
  async request<R extends Route>(route: R, ...[input]: InputArgument<R>): Promise<AnswerOf<R>> {
    const { data } = await this.#send(route, input ?? {}, { read: readJson });
    return data as AnswerOf<R>;
  }

  /**
   * Sends a request and returns the answer with its status and headers. @throws CartwrightError for a refusal or a
   * failure
   */
  async send<R extends Route>(route: R, ...[input]: InputArgument<R>): Promise<Answer<AnswerOf<R>>> {
    return (await this.#send(route, input ?? {}, { read: readJson })) as Answer<AnswerOf<R>>;
  }

  /** Opens a stream. A failed attempt is not repeated. @throws CartwrightError for a refusal or a failure */
  async open<R extends Route>(route: R, ...[input]: InputArgument<R>): Promise<Response> {
    return this.#send(route, input ?? {}, { read: async (response) => response, attempts: 1, stream: true });
  }

  async #send<T>(route: string, input: AnyInput, reading: Reading<T>): Promise<T> {
    const write = repeatableWrites.has(route);
    // All attempts send the same idempotency key, so that the write has its effect only once.
    const keyed = write ? { ...input, idempotencyKey: input.idempotencyKey ?? idempotencyKey() } : input;
    const token = route === refreshRoute ? null : await this.session.accessToken();
    if (token === null) return this.#asGuest(route, keyed, reading);
    try {
      return await this.#asCustomer(route, keyed, reading, token);
    } catch (error) {
      if (!(error instanceof CartwrightError) || error.status !== 401) throw error;
      const next = await this.session.refresh(token, (refreshToken) => this.#exchange(refreshToken));
      if (next === null || next === token) throw error;
      return this.#asCustomer(route, keyed, reading, next);
    }
  }

  #asGuest<T>(route: string, input: AnyInput, reading: Reading<T>): Promise<T> {
    if (!cartRoutes.has(route)) return this.#repeated(route, input, reading, {});
    return this.session.asGuest((key) =>
      this.#repeated(route, input, reading, key === null ? {} : { 'Cart-Key': key }, (headers) => {
        const answered = headers.get('Cart-Key');
        return answered === null ? undefined : this.session.keepCartKey(answered);
      }),
    );
  }

  async #asCustomer<T>(route: string, input: AnyInput, reading: Reading<T>, token: string): Promise<T> {
    const key = cartRoutes.has(route) ? await this.session.cartKey() : null;
    const headers = { Authorization: `Bearer ${token}`, ...(key !== null && { 'Cart-Key': key }) };
    const result = await this.#repeated(route, input, reading, headers);
    // The service has transferred the guest's items to the customer's cart, and the guest's key is no longer valid.
    if (key !== null) await this.session.dropCartKey(key);
    return result;
  }

  async #exchange(refreshToken: string): Promise<Tokens | null> {
    try {
      const { token, refresh_token } = await this.request(refreshRoute, {
        body: { refresh_token: refreshToken },
      });
      return { access: token, refresh: refresh_token };
    } catch (error) {
      if (error instanceof CartwrightError && error.status === 401) return null;
      throw error;
    }
  }

  #repeated<T>(
    route: string,
    input: AnyInput,
    reading: Reading<T>,
    identity: Readonly<Record<string, string>>,
    onHeaders: (headers: Headers) => Promise<void> | undefined = () => undefined,
  ): Promise<T> {
    const repeatable = route.startsWith('GET ') || repeatableWrites.has(route) || repeatableLogins.has(route);
    const repeats = { ...this.#settings.repeats, ...(reading.attempts && { attempts: reading.attempts }) };
    return repeated(repeats, repeatable, input.signal, () =>
      this.#attempt(
        input,
        reading.stream ?? false,
        this.#fetchArguments(route, input, identity),
        async (response) => {
          await onHeaders(response.headers);
          if (cartRoutes.has(route)) this.#keepRevision(response.headers);
          if (!response.ok) throw await errorOf(response);
          return reading.read(response);
        },
      ),
    ).catch(async (error: unknown) => {
      throw await explained(error, this.#settings.url, this.#settings.fetch);
    });
  }

  #keepRevision(headers: Headers): void {
    const revision = revisionIn(headers);
    if (revision !== null) this.session.revision = revision;
  }

  #fetchArguments(
    route: string,
    input: AnyInput,
    identity: Readonly<Record<string, string>>,
  ): [URL, RequestInit] {
    const [method = '', path = ''] = route.split(' ');
    const { body, ifMatch, idempotencyKey: key } = input;
    const headers = {
      ...this.#settings.headers,
      ...identity,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(ifMatch !== undefined && ifMatch !== null && { 'If-Match': quoted(ifMatch) }),
      ...input.headers,
    };
    const init = {
      method,
      headers,
      // On a redirect, `fetch` would send the header `Cart-Key` and a body to any other host.
      ...((Object.keys(identity).length > 0 || body !== undefined) && { redirect: 'manual' as const }),
      ...withoutCookies,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    return [urlOf(this.#settings.url, path, input.path ?? {}, input.query ?? {}), init];
  }

  async #attempt<T>(
    { signal }: AnyInput,
    stream: boolean,
    [url, init]: [URL, RequestInit],
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const end = new AbortController();
    const abort = () => end.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      end.abort();
    }, this.#settings.timeoutMs);
    try {
      const response = await this.#settings.fetch(url, { ...init, signal: end.signal });
      if (init.redirect === 'manual') refuseRedirect(response);
      return await read(response);
    } catch (cause) {
      if (cause instanceof CartwrightError) throw cause;
      signal?.throwIfAborted();
      if (!isTimedOut) throw unreachable(cause);
      const message = 'The shop did not answer in time.';
      throw new CartwrightError({ code: 'client_timeout', status: 0, message, cause });
    } finally {
      clearTimeout(timer);
      if (!stream) signal?.removeEventListener('abort', abort);
    }
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from '#platform/errors/errors.ts';
import { spokenLanguage } from '#platform/sentences/say.ts';
import { commonHeaders, requestId, strictTransport } from '../http/answer.ts';
import { exposedHeaders, isAllowed } from '../http/cors.ts';
import { errorAnswer } from '../http/errors.ts';
import { type Mount, type Mounts, normalizedPath } from '../http/mounts.ts';
import type { TransportSecurity } from '../http/transport.ts';

/**
 * Maximum number of bytes that the gateway reads from the body of a refused request. If the body is larger,
 * the gateway closes the connection.
 */
const maxUnread = 16_384;
/** Placeholder for the request id in a prepared refusal. */
const idPlace = '{request id}';
/** A client shall repeat its request after 1 to this number of seconds, at random, so that not all come back at once. */
const maxRetrySeconds = 3;

/** The parts of a refusal that are the same for every request on a mount with one `Retry-After`. */
interface Prepared {
  readonly headers: readonly string[];
  /** The JSON of the body before the request id. */
  readonly before: string;
  /** The JSON of the body after the request id. */
  readonly after: string;
}

/** Dependencies of `OverloadAnswer`. */
interface OverloadAnswerDeps {
  readonly mounts: Mounts;
  readonly transport: TransportSecurity;
  readonly corsOrigins: readonly string[];
  readonly closing: () => boolean;
}

function prepared(mount: Mount, seconds: number): Prepared {
  const error = refusal('service_unavailable', { retry_after: seconds });
  const { headers, body } = errorAnswer(error, mount.dialect, idPlace);
  const [before = '', after = ''] = JSON.stringify(body).split(idPlace);
  const type = ['Content-Type', 'application/json; charset=utf-8'];
  return { headers: [...commonHeaders, ...Object.entries(headers)].flat().concat(type), before, after };
}

/**
 * Sends status 503 in the dialect of a mount. The answers are prepared once, because a refusal must cost
 * little processor time.
 */
export class OverloadAnswer {
  readonly #deps: OverloadAnswerDeps;
  readonly #prepared = new Map<Mount, readonly Prepared[]>();
  /** The language of the prepared answers. */
  #language = '';

  constructor(deps: OverloadAnswerDeps) {
    this.#deps = deps;
  }

  send(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const { mount } = this.#deps.mounts.of(normalizedPath(path));
    const ready = this.#preparedOf(mount);
    const id = requestId(request.headers['x-request-id']);
    const body = Buffer.from(ready.before + id + ready.after);
    const headers = [...ready.headers, 'X-Request-Id', id, 'Content-Length', String(body.length)];
    response.writeHead(503, headers.concat(this.#ofConnection(request), this.#forPages(request)));
    response.end(body);
  }

  #preparedOf(mount: Mount): Prepared {
    const { id } = spokenLanguage();
    if (this.#language !== id) this.#prepared.clear();
    this.#language = id;
    const all =
      this.#prepared.get(mount) ??
      Array.from({ length: maxRetrySeconds }, (_, at) => prepared(mount, at + 1));
    this.#prepared.set(mount, all);
    return all[Math.floor(Math.random() * maxRetrySeconds)] as Prepared;
  }

  #ofConnection(request: IncomingMessage): string[] {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
    const secure = this.#deps.transport.secure(request) ? ['Strict-Transport-Security', strictTransport] : [];
    const ends = this.#deps.closing() || chunked !== undefined || !(Number(length) <= maxUnread);
    return ends ? [...secure, 'Connection', 'close'] : secure;
  }

  /** Returns the CORS headers that let a page of the shop read `Retry-After`. */
  #forPages({ headers: { origin } }: IncomingMessage): string[] {
    const { corsOrigins } = this.#deps;
    if (corsOrigins.length === 0) return [];
    if (origin === undefined || !isAllowed(origin, corsOrigins)) return ['Vary', 'Origin'];
    return [
      ...['Vary', 'Origin', 'Access-Control-Allow-Origin', origin],
      ...['Access-Control-Allow-Credentials', 'true'],
      ...['Access-Control-Expose-Headers', exposedHeaders.join(',')],
    ];
  }
}

/** Milliseconds between two looks at the refusals that wait. */
const everyMs = 20;

/**
 * Sends refusals, the first ones at once and then only so many in a second. A client that waits for its refusal sends
 * nothing meanwhile, so clients that repeat refused requests at once cannot keep the gateway busy with refusals.
 */
export class Refusals {
  readonly #perSecond: number;
  readonly #atOnce: number;
  /** Number of refusals that may be sent now. */
  #allowance: number;
  #countedAt = performance.now();
  readonly #waiting = new Map<ServerResponse, () => void>();
  #timer: NodeJS.Timeout | null = null;

  /** `atOnce`: number of refusals that may be sent at once after a pause. */
  constructor(perSecond: number, atOnce: number) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#allowance = atOnce;
  }

  /** Calls `send`, now or later, unless the client leaves before. */
  add(response: ServerResponse, send: () => void): void {
    this.#refill();
    if (this.#waiting.size === 0 && this.#allowance >= 1) {
      this.#allowance -= 1;
      send();
      return;
    }
    this.#waiting.set(response, send);
    response.once('close', () => this.#waiting.delete(response));
    this.#timer ??= setInterval(() => this.#sendWaiting(), everyMs).unref();
  }

  #refill(): void {
    const now = performance.now();
    const more = ((now - this.#countedAt) * this.#perSecond) / 1_000;
    this.#allowance = Math.min(this.#atOnce, this.#allowance + more);
    this.#countedAt = now;
  }

  #sendWaiting(): void {
    this.#refill();
    for (const [response, send] of this.#waiting) {
      if (this.#allowance < 1) return;
      this.#allowance -= 1;
      this.#waiting.delete(response);
      send();
    }
    this.close();
  }

  /** Stops the timer. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}

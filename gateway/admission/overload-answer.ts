import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from '#platform/errors/errors.ts';
import { exposedHeaders } from '../edge/cors-headers.ts';
import { commonHeaders, strictTransport } from '../edge/edge.ts';
import { isAllowed } from '../edge/origins.ts';
import { requestId } from '../edge/request-id.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import { errorAnswer } from '../routing/error-answers.ts';
import { type Mount, type Mounts, normalizedPath } from '../routing/mounts.ts';

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
export interface OverloadAnswerDeps {
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

  constructor(deps: OverloadAnswerDeps) {
    this.#deps = deps;
  }

  send(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const { mount } = this.#deps.mounts.of(normalizedPath(path));
    const ready = this.#preparedOf(mount);
    const id = requestId(request.headers['x-request-id']);
    const body = ready.before + id + ready.after;
    const headers = [...ready.headers, 'X-Request-Id', id, 'Content-Length', String(body.length)];
    response.writeHead(503, headers.concat(this.#ofConnection(request), this.#forPages(request)));
    response.end(body, 'latin1');
  }

  #preparedOf(mount: Mount): Prepared {
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

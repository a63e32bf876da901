import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Caller } from '#platform/bus/caller.ts';
import type { Logger } from '#platform/service/logger.ts';
import { networkOf } from '#platform/util/networks.ts';
import { receiveBody } from '../http/body.ts';
import { bringsBasic, hasCredentials } from '../http/credentials.ts';
import type { Deadlines } from '../http/every-request.ts';
import type { GatewayMetrics, RefusalReason } from '../http/metrics.ts';
import { type Mounts, normalizedPath } from '../http/mounts.ts';
import type { TransportSecurity } from '../http/transport.ts';
import type { OverloadAnswer } from './refusals.ts';
import { Refusals } from './refusals.ts';
import type { KnownCallers, Networks } from './senders.ts';
import { type QueuedRequest, type Rank, ServiceQueue } from './service-queue.ts';

const services = ['catalogue', 'cart', 'auth'] as const;
type Service = (typeof services)[number];
/**
 * Maximum number of requests at the auth service. It hashes passwords slowly by design, and refuses by itself what its
 * threads cannot do before the deadline.
 */
const authLimit = 512;
/** Routes of the catalogue and of the auth service, by the first name behind the version. */
const catalogueNames: ReadonlySet<string> = new Set(['products', 'store']);
const authNames: ReadonlySet<string> = new Set(['login', 'logout', 'my-account', 'register', 'password']);
/** The path of an event stream. A stream is open for hours and has a limit of its own. */
const streamPath = '/v2/cart/events';
/** Minimum milliseconds between log lines about refused requests. */
const logEveryMs = 60_000;

/** A listener whose promise resolves when the answer is made, although the client may not have read it. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Dependencies of `Door`. */
export interface DoorDeps {
  readonly caller: Pick<Caller, 'pendingOf' | 'replicas'>;
  /** Returns whether the answer to a GET request without credentials is cached. `target`: its path and query. */
  readonly isCached: (target: string) => boolean;
  readonly networks: Pick<Networks, 'isFlood'>;
  readonly known: Pick<KnownCallers, 'has' | 'learnCart'>;
  readonly transport: Pick<TransportSecurity, 'clientAddress'>;
  readonly mounts: Pick<Mounts, 'of'>;
  readonly deadlines: Deadlines;
  readonly answer: Pick<OverloadAnswer, 'send'>;
  /** Sends a cached answer while the cache may lack changes. Returns false if no such answer may be sent. */
  readonly sendStale: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly metrics: Pick<GatewayMetrics, 'shed'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** A request whose body is read. `bytes`: the length of the body. */
interface Entering {
  readonly service: Service;
  readonly rank: Rank;
  readonly network: string;
  readonly bytes: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly listener: Answering;
}

/** Returns whether a request is a health probe. */
function isProbe({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url.startsWith('/health') && /^\/health(?:\/(?:live|ready))?(?:\?|$)/.test(url);
}

/**
 * Where requests wait before the gateway works on them (docs/reference/rules.md#overload): for each service, a queue of
 * the requests that need it. Health probes, cached answers, pre-flight requests, pages, files, event streams and requests
 * for WordPress never wait.
 */
export class Door {
  readonly #deps: DoorDeps;
  readonly #queues: Readonly<Record<Service, ServiceQueue>>;
  /** Refusals a second, and at once: of floods, and of all others. */
  readonly #refusals = { flood: new Refusals(200, 50), others: new Refusals(1_000, 3_000) };
  #loggedAt = Number.NEGATIVE_INFINITY;
  #sinceLogged = 0;

  constructor(deps: DoorDeps) {
    this.#deps = deps;
    const queueFor = (service: Service, limit = {}) =>
      new ServiceQueue({
        replicas: () => deps.caller.replicas.countOf(service),
        calls: () => deps.caller.pendingOf(service),
        ...limit,
      });
    this.#queues = {
      catalogue: queueFor('catalogue'),
      cart: queueFor('cart'),
      auth: queueFor('auth', { fixedLimit: authLimit }),
    };
  }

  /** Number of requests that wait. */
  get waiting(): number {
    return services.reduce((all, service) => all + this.#queues[service].size, 0);
  }

  /** Returns a request listener that passes requests to `listener`, at once or after they have waited. */
  before(listener: Answering): RequestListener {
    return (request, response) => {
      const service = this.#serviceFor(request);
      if (service === null) {
        void listener(request, response);
        return;
      }
      const { rank, network } = this.#senderOf(request);
      const enter = (bytes: number) => {
        if (!response.destroyed) this.#enter({ service, rank, network, bytes, request, response, listener });
      };
      // A body is not read in vain.
      if (this.#queues[service].isTooLong(rank, network, this.#deps.deadlines.milliseconds)) {
        this.#refuse(request, response, rank, 'late');
        return;
      }
      // The deadline is set when the whole request is read. A slow client does not occupy a place at a service.
      const body = receiveBody(request);
      if (!body) enter(0);
      else void body.then(enter);
    };
  }

  #senderOf(request: IncomingMessage): { readonly rank: Rank; readonly network: string } {
    const { known, networks, transport } = this.#deps;
    const address = transport.clientAddress(request);
    const rank = known.has(request) ? 'known' : networks.isFlood(address) ? 'flood' : 'guest';
    return { rank, network: networkOf(address) };
  }

  #enter({ service, rank, network, bytes, request, response, listener }: Entering): void {
    const { known, deadlines } = this.#deps;
    const queued: QueuedRequest = {
      ...{ rank, network, bytes },
      async begin() {
        await listener(request, response);
        known.learnCart(request, response);
      },
      refuse: (reason) => this.#refuse(request, response, rank, reason),
    };
    const leave = this.#queues[service].enter(queued, deadlines.of(request) - Date.now());
    if (leave) response.once('close', leave);
  }

  /** Returns the service that the request needs; null if the request need not wait. */
  #serviceFor(request: IncomingMessage): Service | null {
    const { method, url = '', headers } = request;
    if (isProbe(request) || method === 'OPTIONS') return null;
    const { isCached, mounts, known } = this.#deps;
    if (method === 'GET' && headers.authorization === undefined && isCached(url)) return null;
    const [path = '', query = ''] = url.split('?', 2);
    const { inside } = mounts.of(normalizedPath(path));
    const [, first = '', name = ''] = /^\/(v[12]|jwt|batch)(?:\/([\w-]+))?/.exec(inside ?? '') ?? [];
    if (first === '' || inside === streamPath) return null;
    const mustLogIn = (bringsBasic(request) && !known.has(request)) || hasCredentials(query);
    if (first === 'jwt' || authNames.has(name) || mustLogIn) return 'auth';
    return catalogueNames.has(name) ? 'catalogue' : 'cart';
  }

  /** Refuses a request. While the cache may lack changes, the client gets a cached answer instead. */
  #refuse(request: IncomingMessage, response: ServerResponse, rank: Rank, reason: RefusalReason): void {
    if (this.#deps.sendStale(request, response)) return;
    this.#deps.metrics.shed(reason);
    this.#report(reason);
    const refusals = rank === 'flood' ? this.#refusals.flood : this.#refusals.others;
    refusals.add(response, () => this.#deps.answer.send(request, response));
  }

  #report(reason: RefusalReason): void {
    this.#sinceLogged += 1;
    const now = performance.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#deps.logger.warn({ reason, requests: this.#sinceLogged }, 'requests are refused under overload');
    this.#loggedAt = now;
    this.#sinceLogged = 0;
  }

  /** Stops the timers. */
  close(): void {
    for (const service of services) this.#queues[service].close();
    for (const refusals of Object.values(this.#refusals)) refusals.close();
  }
}

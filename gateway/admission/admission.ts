import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Caller } from '#platform/bus/caller.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { GatewayMetrics, ShedReason } from '../edge/metrics.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import type { ConnectionReads } from './connection-reads.ts';
import type { DelayedRefusals } from './delayed-refusals.ts';
import type { KnownCallers } from './known-callers.ts';
import { limitsByRank, minLimit } from './limits-by-rank.ts';
import type { LoopDelay } from './loop-delay.ts';
import type { AnswerKind, NetworkLoads } from './network-loads.ts';
import type { OverloadAnswer } from './overload-answer.ts';
import { isProbe, type Rank, rankOf, serviceFor } from './request-rank.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** Utilization of the event loop (0 to 1) at which the gateway begins to refuse requests of hostile networks. */
const maxUtilization = 0.5;
/**
 * A request that has waited for this number of milliseconds is refused at any load, because its deadline has
 * passed. The limit does not apply to health probes and `cheap` requests.
 */
const maxAgeMs = 1_400;
/**
 * Milliseconds after which a waiting request is refused under overload. A client shall get an answer within
 * 500 ms, of which a service needs 200 ms.
 */
const maxWaitMs = 300;
/** Ranks whose requests may wait for longer than `maxWaitMs`. */
const patientRanks: ReadonlySet<Rank> = new Set(['administrator', 'quiet']);
/** Number of ticks (20 ms each) for which the gateway counts as overloaded after a refusal. */
const overloadedTicks = 50;
/**
 * A delay of the event loop counts only if at least this number of requests came between two ticks. Fewer
 * requests cannot have caused the delay.
 */
const minRequests = 16;
const services = ['cart', 'catalogue', 'auth'] as const;
/** Minimum milliseconds between log lines about refused requests. */
const logEveryMs = 60_000;

function countedAs(rank: Rank): AnswerKind {
  if (rank === 'hostile') return 'bad';
  return rank === 'flood' ? 'shed' : 'good';
}

/** Dependencies of `Admission`. */
export interface AdmissionDeps {
  readonly loop: Pick<
    LoopDelay,
    'longestWait' | 'overdue' | 'requestArrived' | 'sustainedDelay' | 'ticks' | 'utilization'
  >;
  readonly connectionReads: Pick<ConnectionReads, 'countRequest' | 'waitOf'>;
  readonly caller: Pick<Caller, 'load'>;
  readonly cache: Pick<ResponseCache, 'byTarget'>;
  readonly networkLoads: Pick<NetworkLoads, 'isQuiet' | 'isFlood' | 'isHostile' | 'recent' | 'answered'>;
  readonly scheduler: Pick<RequestScheduler, 'enter' | 'expectedWait'>;
  readonly known: Pick<KnownCallers, 'of'>;
  readonly transport: Pick<TransportSecurity, 'clientAddress'>;
  readonly held: Pick<DelayedRefusals, 'hold'>;
  readonly answer: Pick<OverloadAnswer, 'send'>;
  /** Sends a cached answer while the cache may lack changes. Returns false if no such answer may be sent. */
  readonly sendStale: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly metrics: Pick<GatewayMetrics, 'shed'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Refuses requests that the gateway could not answer in time, before the gateway parses or routes the
 * requests (docs/reference/rules.md#overload). The higher the rank of a request, the higher the load at which
 * the request is accepted.
 */
export class Admission {
  readonly #deps: AdmissionDeps;
  /**
   * Number of requests accepted since the last tick, by service. The gateway may have sent only some of these requests,
   * and `Caller.load` includes only the requests that were sent.
   */
  readonly #entered = new Map<string, number>();
  /** For each service: the number of requests sent to it from the start of the process until the last tick. */
  readonly #begunBefore = new Map<string, number>();
  /** Number of requests since the last tick. */
  #came = 0;
  /** Number of requests in the last and in the second to last interval between two ticks. */
  #cameBefore: readonly [number, number] = [0, 0];
  #countedAt = 0;
  /**
   * Value of `loop.ticks` when `refusalReason` last refused a request of a rank other than `flood` and `hostile`.
   * Negative infinity before the first such refusal.
   */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #sinceLogged = 0;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  /** Returns a request listener that refuses requests under overload and passes all others to `listener`. */
  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      const reason = this.refusalReason(request);
      // If the refusal is delayed, `countRequest` need not pause the connection, because the client waits for the
      // refusal anyway.
      const isHeld = reason !== null && this.#refuse(request, response, reason);
      if (!isHeld && !isProbe(request))
        this.#deps.connectionReads.countRequest(request, response, this.#recentOf(request));
      if (reason === null) this.#enter(request, response, listener);
    };
  }

  /**
   * Passes a request to `listener`, now or later as the scheduler decides. Refuses a request that has waited
   * too long.
   */
  #enter(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const { transport, scheduler } = this.#deps;
    if (isProbe(request) || this.#isCached(request)) {
      listener(request, response);
      return;
    }
    const address = transport.clientAddress(request);
    const unreadMs = this.#deps.connectionReads.waitOf(request);
    scheduler.enter(networkOf(address), this.#recentOf(request), response, (waitedMs) => {
      const reason = waitedMs === 0 ? null : this.#reasonAfter(unreadMs + waitedMs, request);
      if (reason === null) listener(request, response);
      else this.#refuse(request, response, reason);
    });
  }

  /** Returns why a request is refused after waiting in the scheduler; null if the request may begin. */
  #reasonAfter(waitedMs: number, request: IncomingMessage): ShedReason | null {
    const { loop, networkLoads, transport } = this.#deps;
    const address = transport.clientAddress(request);
    if (waitedMs >= maxAgeMs) return 'late';
    const isOverload = loop.ticks - this.#refusedAt <= overloadedTicks;
    if (waitedMs >= maxWaitMs && isOverload && !patientRanks.has(this.#rankOf(request))) return 'loop';
    if (!networkLoads.isHostile(address) || !this.#isBusyWithMany()) return null;
    networkLoads.answered(address, 'bad');
    return 'loop';
  }

  /**
   * Refuses a request, with a delay if the client's network floods. Returns whether the refusal is delayed. While the
   * cache may lack changes, other networks get a cached answer instead, as when a service does not answer.
   */
  #refuse(request: IncomingMessage, response: ServerResponse, reason: ShedReason): boolean {
    const { answer, networkLoads, transport, held, metrics, sendStale } = this.#deps;
    const address = transport.clientAddress(request);
    const floods = networkLoads.isFlood(address);
    if (!floods && sendStale(request, response)) return false;
    metrics.shed(reason);
    this.#report(reason);
    const send = () => answer.send(request, response);
    if (floods && held.hold(networkOf(address), response, send)) return true;
    send();
    return false;
  }

  /** Returns why a request is refused; null if the request is accepted. */
  refusalReason(request: IncomingMessage): ShedReason | null {
    this.#count();
    const { loop, networkLoads, transport } = this.#deps;
    const delay = Math.max(this.#lateness(), this.#turnDelay(request), this.#queueDelay(request));
    if (
      loop.longestWait < maxAgeMs &&
      !this.#isBusyWithMany() &&
      delay < minLimit.delayMs &&
      !services.some((one) => this.#isBusy(one, minLimit.share))
    )
      return null;
    const rank = this.#rankOf(request);
    const reason = this.#reasonFor(request, rank);
    // A refusal counts as an answer too. Otherwise the count of a flood network would fall, and its rank
    // would rise during the flood.
    if (reason !== null) {
      networkLoads.answered(transport.clientAddress(request), countedAs(rank));
      if (rank !== 'flood' && rank !== 'hostile') this.#refusedAt = loop.ticks;
    }
    return reason;
  }

  #reasonFor(request: IncomingMessage, rank: Rank): ShedReason | null {
    if (rank === 'probe' || (rank === 'cheap' && this.#isOfQuiet(request))) return null;
    if (this.#deps.loop.longestWait >= maxAgeMs && rank !== 'cheap') return 'late';
    const { delayMs, share } = limitsByRank[rank];
    if (Math.max(this.#lateness(), this.#turnDelay(request, rank)) >= delayMs) return 'loop';
    if (rank === 'cheap') return null;
    if (this.#queueDelay(request) >= delayMs) return 'loop';
    if (rank === 'hostile' && this.#isBusyWithMany()) return 'loop';
    const service = serviceFor(request.url ?? '');
    if (this.#isBusy(service, share)) return 'busy';
    this.#entered.set(service, (this.#entered.get(service) ?? 0) + 1);
    return null;
  }

  /**
   * Returns whether the event loop is busy for at least half of the time, and at least 16 requests came
   * recently. A loop that is busy with a few slow requests does not count.
   */
  #isBusyWithMany(): boolean {
    const [last, before] = this.#cameBefore;
    return this.#deps.loop.utilization >= maxUtilization && this.#came + last + before >= minRequests;
  }

  /**
   * Returns the milliseconds by which the event loop delays requests. A delay between two ticks counts as 0 if
   * fewer than `minRequests` requests came between these ticks.
   */
  #lateness(): number {
    const { loop } = this.#deps;
    const sustained = Math.min(...this.#cameBefore) < minRequests ? 0 : loop.sustainedDelay;
    return this.#came < minRequests ? sustained : Math.max(sustained, loop.overdue);
  }

  /** Returns the estimated milliseconds that a request waits because each turn reads only some connections. */
  #turnDelay(request: IncomingMessage, rank?: Rank): number {
    // `cheap` requests do not wait in the scheduler, and `quiet` requests begin first there. Requests of
    // other ranks wait in the scheduler about as long as they waited to be read, so their delay is doubled.
    return (rank === 'cheap' || rank === 'quiet' ? 1 : 2) * this.#deps.connectionReads.waitOf(request);
  }

  /** Returns the milliseconds that a request would wait in the scheduler before it begins. */
  #queueDelay(request: IncomingMessage): number {
    const { transport, scheduler } = this.#deps;
    return scheduler.expectedWait(networkOf(transport.clientAddress(request)), this.#recentOf(request));
  }

  /** Returns a function that counts the recent requests of the client's network. */
  #recentOf(request: IncomingMessage): () => number {
    const { networkLoads, transport } = this.#deps;
    return () => networkLoads.recent(transport.clientAddress(request));
  }

  #isOfQuiet(request: IncomingMessage): boolean {
    const { networkLoads, transport } = this.#deps;
    return networkLoads.isQuiet(transport.clientAddress(request));
  }

  /** Returns whether the response cache has an answer for this request. */
  #isCached({ method, url = '', headers }: IncomingMessage): boolean {
    return method === 'GET' && headers.authorization === undefined && !!this.#deps.cache.byTarget(url);
  }

  #count(): void {
    this.#deps.loop.requestArrived();
    const { ticks } = this.#deps.loop;
    if (ticks !== this.#countedAt) {
      this.#entered.clear();
      for (const one of services) this.#begunBefore.set(one, this.#deps.caller.load(one)?.begun ?? 0);
      this.#cameBefore = [this.#came, this.#cameBefore[0]];
      [this.#came, this.#countedAt] = [0, ticks];
    }
    this.#came += 1;
  }

  /**
   * Returns whether the number of requests that wait for a service is at least `share` of the maximum.
   * Accepted requests that the gateway has not sent yet count too.
   */
  #isBusy(service: string, share: number): boolean {
    const load = this.#deps.caller.load(service);
    if (!load) return false;
    const begun = load.begun - (this.#begunBefore.get(service) ?? 0);
    const unsent = Math.max(0, (this.#entered.get(service) ?? 0) - begun);
    return load.inFlight + unsent >= share * load.limit;
  }

  #rankOf(request: IncomingMessage): Rank {
    const { cache, networkLoads, known, transport } = this.#deps;
    return rankOf(request, {
      isCached: (target) => cache.byTarget(target) !== undefined,
      known: (authorization) => known.of(authorization),
      isQuiet: (one) => this.#isOfQuiet(one),
      isFlood: (one) => networkLoads.isFlood(transport.clientAddress(one)),
      isHostile: (one) => networkLoads.isHostile(transport.clientAddress(one)),
    });
  }

  #report(reason: ShedReason): void {
    this.#sinceLogged += 1;
    const now = performance.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#deps.logger.warn({ reason, requests: this.#sinceLogged }, 'requests are refused under overload');
    this.#loggedAt = now;
    this.#sinceLogged = 0;
  }
}

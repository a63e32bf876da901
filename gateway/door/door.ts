import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Caller } from '#platform/bus/caller.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { GatewayMetrics, ShedReason } from '../edge/metrics.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import type { Crowd } from './crowd.ts';
import type { HeldAnswers } from './held-answers.ts';
import type { KnownCallers } from './known-callers.ts';
import type { LoopDelay } from './loop-delay.ts';
import type { ReadTurns } from './read-turns.ts';
import { isProbe, type Rank, rankOf, serviceFor } from './request-rank.ts';
import type { ShedAnswer } from './shed-answer.ts';

/** What a rank is let in by. */
interface Patience {
  /** How late the event loop may be. Milliseconds. */
  readonly delayMs: number;
  /** How much of what may wait for a service may do so already. */
  readonly share: number;
}

const patience: Readonly<Record<Exclude<Rank, 'probe'>, Patience>> = {
  administrator: { delayMs: 500, share: 1 },
  cheap: { delayMs: 400, share: Number.POSITIVE_INFINITY },
  customer: { delayMs: 300, share: 0.85 },
  guest: { delayMs: 200, share: 0.7 },
  last: { delayMs: 20, share: 0.4 },
};
/** Below both limits every request is admitted, whatever its rank. */
const { delayMs: leastDelayMs, share: leastShare } = patience.last;
/** Nobody waits any more for what was sent so long ago: the deadline of a request that was read at once. Milliseconds. */
const mostAgeMs = 1_400;
/** So few requests between two looks at the clock are not why the event loop is late, and refusing them helps nobody. */
const few = 16;
const services = ['cart', 'catalogue', 'auth'] as const;
/** How often it is logged that requests are refused. Milliseconds. */
const logEveryMs = 60_000;

/** What the door looks at. */
export interface DoorParts {
  readonly loop: Pick<LoopDelay, 'age' | 'overdue' | 'standing' | 'ticks'>;
  readonly turns: Pick<ReadTurns, 'read' | 'waitOf'>;
  readonly caller: Pick<Caller, 'load'>;
  readonly cache: Pick<ResponseCache, 'byTarget'>;
  readonly crowd: Pick<Crowd, 'isFlood' | 'answered'>;
  readonly known: Pick<KnownCallers, 'of'>;
  readonly transport: Pick<TransportSecurity, 'clientAddress'>;
  readonly held: Pick<HeldAnswers, 'hold'>;
  readonly answer: Pick<ShedAnswer, 'send'>;
  readonly metrics: Pick<GatewayMetrics, 'shed'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Refuses, before anything else is done, what could not be answered in time (docs/reference/rules.md#overload).
 * Requests of a higher rank are let in for longer.
 */
export class Door {
  readonly #parts: DoorParts;
  /** What was let in since the clock was looked at last, and does not wait for its service yet. */
  readonly #entered = new Map<string, number>();
  /** How many have come since then, and between the looks before, the last first. */
  #came = 0;
  #cameBefore: readonly [number, number] = [0, 0];
  #countedAt = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #sinceLogged = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /** The listener, for the requests that are let in. */
  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      if (!isProbe(request)) this.#parts.turns.read(request, response);
      const reason = this.refuses(request);
      if (reason === null) {
        listener(request, response);
        return;
      }
      this.#refuse(request, response);
      this.#parts.metrics.shed(reason);
      this.#tell(reason);
    };
  }

  /** Answers that a request is refused: at once, or later if its network floods. */
  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const { answer, crowd, transport, held } = this.#parts;
    const send = () => answer.send(request, response);
    const address = transport.clientAddress(request);
    if (crowd.isFlood(address) && held.hold(networkOf(address), response, send)) return;
    send();
  }

  /** Why a request is refused; null for one that is let in. */
  refuses(request: IncomingMessage): ShedReason | null {
    this.#count();
    const { loop, crowd, transport } = this.#parts;
    const delay = this.#delay(request);
    if (
      loop.age < mostAgeMs &&
      delay < leastDelayMs &&
      !services.some((one) => this.#isBusy(one, leastShare))
    )
      return null;
    const rank = this.#rankOf(request);
    const reason = this.#reasonFor(request, rank, delay);
    // A network that is refused and goes on flooding stays last.
    if (reason !== null) crowd.answered(transport.clientAddress(request), rank === 'last');
    return reason;
  }

  #reasonFor(request: IncomingMessage, rank: Rank, delay: number): ShedReason | null {
    if (rank === 'probe') return null;
    if (this.#parts.loop.age >= mostAgeMs && rank !== 'cheap') return 'late';
    const { delayMs, share } = patience[rank];
    if (delay >= delayMs) return 'loop';
    if (rank === 'cheap') return null;
    const service = serviceFor(request.url ?? '');
    if (this.#isBusy(service, share)) return 'busy';
    this.#entered.set(service, (this.#entered.get(service) ?? 0) + 1);
    return null;
  }

  /** How late a request is because of others: by the event loop, or by the turn that its connection waited for. */
  #delay(request: IncomingMessage): number {
    const { loop, turns } = this.#parts;
    const standing = Math.min(...this.#cameBefore) < few ? 0 : loop.standing;
    const byLoop = this.#came < few ? standing : Math.max(standing, loop.overdue);
    // The wait is known here, and its answer still waits for other turns.
    return Math.max(byLoop, 2 * turns.waitOf(request));
  }

  #count(): void {
    const { ticks } = this.#parts.loop;
    if (ticks !== this.#countedAt) {
      this.#entered.clear();
      this.#cameBefore = [this.#came, this.#cameBefore[0]];
      [this.#came, this.#countedAt] = [0, ticks];
    }
    this.#came += 1;
  }

  /** Whether so much of what may wait for a service does, or is on its way there. */
  #isBusy(service: string, share: number): boolean {
    const load = this.#parts.caller.load(service);
    if (!load) return false;
    return load.inFlight + (this.#entered.get(service) ?? 0) >= share * load.limit;
  }

  #rankOf(request: IncomingMessage): Rank {
    const { cache, crowd, known, transport } = this.#parts;
    return rankOf(request, {
      isKept: (target) => cache.byTarget(target) !== undefined,
      known: (authorization) => known.of(authorization),
      isFlood: (one) => crowd.isFlood(transport.clientAddress(one)),
    });
  }

  #tell(reason: ShedReason): void {
    this.#sinceLogged += 1;
    const now = performance.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#parts.logger.warn({ reason, requests: this.#sinceLogged }, 'requests are refused at the door');
    this.#loggedAt = now;
    this.#sinceLogged = 0;
  }
}

import type { RefusalReason } from '../http/metrics.ts';
import { FairQueue } from './fair-queue.ts';

/** The ranks of requests that wait, in the order in which they begin. */
const ranks = ['known', 'guest', 'flood'] as const;
export type Rank = (typeof ranks)[number];

/** One of this many requests to begin is the guest's that has waited longest. */
const guestEach = 4;
/** Number of requests for each ready replica that are at a service: at first, and the bounds of this number. */
const [usual, least, most] = [32, 8, 128];
/** In one turn of the event loop, at most so many requests begin, for so many milliseconds: replies wait for its end. */
const [maxInTurn, maxTurnMs] = [16, 8];
/** Maximum number of requests that wait, and of bytes of their bodies. */
const [maxWaiting, maxBytes] = [4_000, 64 * 1024 * 1024];
/** While requests wait, milliseconds between two adjustments of the limit. */
const windowMs = 100;
/** The limit falls if half of the requests took longer than `slowMs`, and rises if half of them took less than `fastMs`. */
const [slowMs, fastMs] = [150, 75];
/** Number of last windows that tell how many requests the service answers in a second. */
const rateWindows = 5;
/** Before this number of answers, the service is taken to be as fast as a fast machine: `assumedRate` in a millisecond. */
const minAnswers = 100;
const assumedRate = 2;
/** The rate that a service is taken to have at least, in answers of a replica in a millisecond: it may be starting again. */
const minRate = 0.1;
/** A request begins only if this number of milliseconds is left until its deadline. */
const answerMs = 300;
/** After this number of milliseconds in which no request waited, the limit is the usual one again. */
const quietMs = 1_000;

/** A request that may have to wait for a service. */
export interface QueuedRequest {
  readonly rank: Rank;
  /** The client's network. */
  readonly network: string;
  /** Number of bytes of the body. */
  readonly bytes: number;
  /** Begins to answer the request. Resolves when the request needs the service no longer. */
  begin(): Promise<unknown>;
  refuse(reason: RefusalReason): void;
}

interface Waiting {
  readonly request: QueuedRequest;
  /** The monotonic time at which the request must begin at the latest. */
  readonly beginBy: number;
}

/** What a queue asks about its service. */
export interface QueuedService {
  /** Returns the number of ready replicas. */
  readonly replicas: () => number;
  /** Returns the number of calls to the service that have no answer. */
  readonly calls: () => number;
  /** The maximum number of requests at the service, if it does not depend on the service's speed. */
  readonly fixedLimit?: number;
}

/**
 * The requests that wait for one service (docs/reference/rules.md#overload). A request begins as soon as fewer requests
 * than the limit are at the service. It is refused as soon as it is known that it could not be answered in time.
 *
 * Nothing of a burst is remembered after a second without one.
 */
export class ServiceQueue {
  readonly #service: QueuedService;
  readonly #now: () => number;
  readonly #queues = {
    known: new FairQueue<Waiting>(),
    guest: new FairQueue<Waiting>(),
    flood: new FairQueue<Waiting>(),
  };
  #bytes = 0;
  #begun = 0;
  #begunInTurn = 0;
  #turnAt = 0;
  /** Number of requests that began after they had waited. */
  #taken = 0;
  /** The limit for each replica. */
  #each = usual;
  #replicas = 1;
  /** Durations of the requests that ended in the current window, in milliseconds. */
  #durations: number[] = [];
  /** Number of answers in each of the last windows of this busy time, the current one last. */
  #answers: number[] = [0];
  #answered = 0;
  #windowAt = 0;
  #waitedAt = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(service: QueuedService, now = () => performance.now()) {
    this.#service = service;
    this.#now = now;
  }

  /** Number of requests that wait. */
  get size(): number {
    return ranks.reduce((all, rank) => all + this.#queues[rank].size, 0);
  }

  /** Maximum number of requests at the service. */
  get limit(): number {
    return this.#service.fixedLimit ?? this.#each * this.#replicas;
  }

  /**
   * Begins a request, lets it wait, or refuses it. `leftMs`: milliseconds until its deadline. Returns a function that
   * takes the request out of the queue because its client left; null if the request does not wait.
   */
  enter(request: QueuedRequest, leftMs: number): (() => void) | null {
    if (this.size === 0 && this.#hasPlace) {
      this.#begin(request);
      return null;
    }
    this.#startBusyTime();
    const { rank, network, bytes } = request;
    if (this.isTooLong(rank, network, leftMs)) {
      request.refuse('late');
      return null;
    }
    const remove = this.#queues[rank].push(network, { request, beginBy: this.#now() + leftMs - answerMs });
    this.#bytes += bytes;
    while (this.size > maxWaiting || this.#bytes > maxBytes) this.#refuseLast();
    return () => {
      if (remove()) this.#bytes -= bytes;
    };
  }

  /** Returns whether a new request would wait so long that it could not be answered in `leftMs` milliseconds. */
  isTooLong(rank: Rank, network: string, leftMs: number): boolean {
    if (this.size === 0) return false;
    return this.#expectedWait(rank, this.#queues[rank].countBefore(network)) > leftMs - answerMs;
  }

  get #hasPlace(): boolean {
    const begun = this.#begunInTurn;
    if (begun >= maxInTurn || (begun > 0 && this.#now() - this.#turnAt >= maxTurnMs)) return false;
    return Math.max(this.#begun, this.#service.calls()) < this.limit;
  }

  #begin(request: QueuedRequest): void {
    if (this.#begunInTurn === 0) {
      this.#turnAt = this.#now();
      setImmediate(() => this.#turnEnded());
    }
    this.#begunInTurn += 1;
    this.#begun += 1;
    const since = this.#now();
    const ended = () => {
      this.#begun -= 1;
      if (!this.#timer) return;
      this.#durations.push(this.#now() - since);
      this.#answers[this.#answers.length - 1] = (this.#answers.at(-1) ?? 0) + 1;
      this.#answered += 1;
      this.#beginNext();
    };
    request.begin().then(ended, ended);
  }

  #turnEnded(): void {
    this.#begunInTurn = 0;
    // Each request begins in a callback of its own, so that its first work is done before the next one is looked at.
    const count = Math.min(this.size, maxInTurn);
    for (let at = 0; at < count; at += 1) setImmediate(() => this.#beginNext());
  }

  #beginNext(): void {
    while (this.#hasPlace) {
      const next = this.#next();
      if (!next) return;
      this.#bytes -= next.request.bytes;
      if (this.#now() <= next.beginBy) {
        this.#begin(next.request);
        return;
      }
      next.request.refuse('late');
    }
  }

  #next(): Waiting | undefined {
    const { known, guest, flood } = this.#queues;
    this.#taken += 1;
    const oldest = this.#taken % guestEach === 0 ? guest.takeOldest() : undefined;
    return oldest ?? known.take() ?? guest.take() ?? flood.take();
  }

  #refuseLast(): void {
    const { known, guest, flood } = this.#queues;
    const last = flood.takeLast() ?? guest.takeLast() ?? known.takeLast();
    this.#bytes -= last?.request.bytes ?? 0;
    last?.request.refuse('full');
  }

  /** Returns how many milliseconds a request waits if `before` requests of its rank begin before it. */
  #expectedWait(rank: Rank, before: number): number {
    const { known, guest } = this.#queues;
    const rate = this.#rate;
    if (rank === 'known') return before / (guest.size > 0 ? rate * (1 - 1 / guestEach) : rate);
    if (rank === 'guest') return Math.min(known.size + before, guestEach * before) / rate;
    return (known.size + guest.size + before) / rate;
  }

  /** Number of requests that the service answers in a millisecond. */
  get #rate(): number {
    if (this.#answered < minAnswers) return assumedRate * this.#replicas;
    const answers = this.#answers.reduce((all, one) => all + one, 0);
    const milliseconds = (this.#answers.length - 1) * windowMs + this.#now() - this.#windowAt;
    // While the requests of a burst are read, the service gets few of them. So the last window counts if it was better.
    const last = (this.#answers.at(-2) ?? 0) / windowMs;
    return Math.max(answers / Math.max(milliseconds, 1), last, minRate * this.#replicas);
  }

  #startBusyTime(): void {
    this.#waitedAt = this.#now();
    if (this.#timer) return;
    this.#windowAt = this.#waitedAt;
    this.#replicas = Math.max(1, this.#service.replicas());
    this.#timer = setInterval(() => this.#windowEnded(), windowMs).unref();
  }

  #windowEnded(): void {
    const now = this.#now();
    if (this.size > 0) this.#waitedAt = now;
    if (now - this.#waitedAt >= quietMs) {
      this.#endBusyTime();
      return;
    }
    this.#replicas = Math.max(1, this.#service.replicas());
    if (this.#waitedAt >= this.#windowAt) this.#adjust();
    this.#durations = [];
    this.#windowAt = now;
    this.#answers = [...this.#answers.slice(1 - rateWindows), 0];
    for (const rank of ranks) this.#refuseLate(rank, now);
    this.#beginNext();
  }

  #endBusyTime(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#each = usual;
    [this.#durations, this.#answers, this.#answered] = [[], [0], 0];
  }

  #adjust(): void {
    const median = this.#durations.sort((one, other) => one - other)[this.#durations.length >> 1];
    if (median === undefined) return;
    if (median > slowMs) this.#each = Math.max(least, Math.floor(this.#each * 0.8));
    else if (median < fastMs) this.#each = Math.min(most, Math.ceil(this.#each * 1.1));
  }

  /** Refuses the waiting requests of a rank that could not be answered in time. */
  #refuseLate(rank: Rank, now: number): void {
    const late = this.#queues[rank].takeIf(
      ({ beginBy }, before) => now + this.#expectedWait(rank, before) > beginBy,
    );
    for (const { request } of late) {
      this.#bytes -= request.bytes;
      request.refuse('late');
    }
  }

  /** Stops the timer. */
  close(): void {
    this.#endBusyTime();
  }
}

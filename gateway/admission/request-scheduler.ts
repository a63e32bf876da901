import type { ServerResponse } from 'node:http';
import { FairQueues } from './fair-queues.ts';

/** After this number of milliseconds of processor time in a turn of the event loop, no more requests begin. */
const workMs = 8;
/** Maximum number of waiting requests that begin in one turn of the event loop. */
const maxInTurn = 16;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The start of a turn of the event loop, in milliseconds of the clock and of the thread's processor time. */
interface TurnStart {
  readonly now: number;
  readonly threadTime: number;
}

interface Waiting {
  readonly response: ServerResponse;
  readonly since: number;
  readonly begin: (waitedMs: number) => void;
}

/**
 * Decides when requests begin: requests of networks with few requests begin first. Limits the work in one
 * turn of the event loop, because replies of services and new connections wait for the end of the turn.
 */
export class RequestScheduler {
  readonly #now: () => number;
  readonly #threadTime: () => number;
  readonly #waiting = new FairQueues<Waiting>();
  /** Number of unanswered requests by network. */
  readonly #open = new Map<string, number>();
  /** The start of the current turn; null if no turn has begun. */
  #turn: TurnStart | null = null;

  /**
   * `now` is a monotonic clock and `worked` returns the processor time of this thread, both in
   * milliseconds.
   */
  constructor(now = () => performance.now(), worked = threadMs) {
    this.#now = now;
    this.#threadTime = worked;
  }

  /**
   * Calls `begin` now or in a later turn, with the milliseconds that the request waited. Never calls `begin` if
   * the client disconnects first. `recent` returns the number of recent requests of the network.
   */
  enter(network: string, recent: () => number, response: ServerResponse, begin: Waiting['begin']): void {
    const others = this.#open.get(network) ?? 0;
    this.#open.set(network, others + 1);
    response.once('close', () => this.#left(network));
    if (this.#turn === null) this.#beginTurn();
    if (this.#waiting.size === 0 && !this.#isTurnFull()) {
      begin(0);
      return;
    }
    this.#waiting.push({ response, since: this.#now(), begin }, others + recent());
  }

  /**
   * Returns the estimated milliseconds that a new request of a network would wait. The estimate is the
   * longest wait so far among the requests that would begin before the new request.
   */
  expectedWait(network: string, recent: () => number): number {
    if (this.#waiting.size === 0) return 0;
    const firsts = this.#waiting.heads((this.#open.get(network) ?? 0) + recent());
    const now = this.#now();
    return Math.max(0, ...firsts.map(({ since }) => now - since));
  }

  #left(network: string): void {
    const others = (this.#open.get(network) ?? 1) - 1;
    if (others > 0) this.#open.set(network, others);
    else this.#open.delete(network);
  }

  #isTurnFull(): boolean {
    // The clock is read first, because reading the processor time costs a system call.
    if (this.#turn === null || this.#now() - this.#turn.now < workMs) return false;
    return this.#threadTime() - this.#turn.threadTime >= workMs;
  }

  #beginTurn(): void {
    this.#turn = { now: this.#now(), threadTime: this.#threadTime() };
    setImmediate(() => this.#turnEnded());
  }

  #turnEnded(): void {
    this.#turn = null;
    if (this.#waiting.size === 0) return;
    this.#beginTurn();
    // Each request begins in its own `setImmediate`, so the microtasks of a request run before `#isTurnFull`
    // decides about the next request.
    const most = Math.min(this.#waiting.size, maxInTurn);
    for (let at = 0; at < most; at += 1) setImmediate(() => this.#next());
  }

  #next(): void {
    if (this.#isTurnFull()) return;
    const first = this.#waiting.shift();
    if (first && !first.response.destroyed) first.begin(this.#now() - first.since);
  }
}

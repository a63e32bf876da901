import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueues } from './fair-queues.ts';

/** Maximum number of waiting connections, not refused before, that are read in one turn of the event loop. */
const maxInTurn = 16;
/**
 * Number of refused connections that are read for each millisecond while many clients send, and their
 * maximum number in one turn.
 */
const refusedEachMs = 0.5;
const maxRefused = 48;
/** Milliseconds until waiting connections are read again, if all of them were refused before. */
const restMs = 4;

/** A connection that waits for its turn, and the time at which it began to wait, in milliseconds. */
interface Resting {
  readonly socket: Socket;
  readonly since: number;
}

/** A connection whose request was answered in this turn. */
interface Answered extends Resting {
  /** Number of recent requests of its network; null after a refusal. */
  readonly requests: number | null;
}

/**
 * Reads connections in turns when many clients send at once. Without turns, one turn of the event loop
 * would read every connection, and replies of services and probes would wait until all of these
 * requests are handled. A connection whose last request came from a network with few requests is read
 * first. A client that repeats a request right after a refusal waits longer than others.
 */
export class ConnectionReads {
  readonly #now: () => number;
  #turnedAt = 0;
  /** Number of refused connections that may be read now. */
  #allowance = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Waiting connections whose last request was served, and those whose last request was refused. */
  readonly #served = new FairQueues<Resting>();
  readonly #refused: Resting[] = [];
  /** All connections in these two queues. */
  readonly #resting = new Set<Socket>();
  #answered: Answered[] = [];
  /** Milliseconds that each connection waited before it was read in this turn. */
  #waited = new Map<Socket, number>();
  /** Milliseconds that each connection waited before it was read in the previous turn. */
  #waitedBefore = new Map<Socket, number>();
  #read = 0;
  #opened = 0;
  #maxOpened = 1;
  /**
   * Time since which every turn has accepted the maximum number of connections; null if the last turn
   * did not.
   */
  #fullSince: number | null = null;
  #isCounting = false;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts an accepted connection; `most` is the maximum number per turn. While every turn accepts the
   * maximum, the connection may have waited since that began.
   */
  opened(socket: Socket, most: number): void {
    this.#opened += 1;
    if (this.#opened >= most) this.#fullSince ??= this.#now();
    if (this.#fullSince !== null) this.#waited.set(socket, this.#now() - this.#fullSince);
    this.#maxOpened = most;
    this.#count();
  }

  /**
   * Counts a request that was read. Under load, its connection is not read again until its turn after
   * the answer. `recent` returns the number of recent requests of its network.
   */
  read({ socket }: IncomingMessage, response: ServerResponse, recent: () => number): void {
    this.#read += 1;
    this.#count();
    if (this.#read <= maxInTurn && this.#served.size === 0 && this.#refused.length === 0) return;
    response.once('finish', () => {
      const requests = response.statusCode === 503 ? null : recent();
      this.#answered.push({ socket, since: this.#now(), requests });
      this.#count();
    });
  }

  /** Returns the milliseconds that a request may have waited before its connection was read. */
  waitOf({ socket }: IncomingMessage): number {
    return this.#waited.get(socket) ?? this.#waitedBefore.get(socket) ?? 0;
  }

  /** Pauses the connections that were answered in this turn. */
  #pauseAnswered(): void {
    for (const { socket, since, requests } of this.#answered) {
      if (socket.destroyed || this.#resting.has(socket)) continue;
      // Node's HTTP server does not read from a paused socket. It resumes the socket right after an answer, so a
      // pause at that time would have no effect.
      socket.pause();
      this.#resting.add(socket);
      if (requests === null) this.#refused.push({ socket, since });
      else this.#served.push({ socket, since }, requests);
    }
    this.#answered = [];
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#turned());
  }

  #turned(): void {
    this.#isCounting = false;
    const isCrowded = this.#read > maxInTurn || this.#served.size > 0;
    this.#read = 0;
    if (this.#opened < this.#maxOpened) this.#fullSince = null;
    this.#opened = 0;
    [this.#waitedBefore, this.#waited] = [this.#waited, new Map()];
    this.#pauseAnswered();
    for (let left = maxInTurn; left > 0; left -= 1) this.#readAgain(this.#served.shift());
    this.#readRefused(isCrowded);
    if (this.#waited.size + this.#waitedBefore.size > 0 || this.#fullSince !== null) this.#count();
  }

  /** Reads refused connections: up to 48 if few clients send, else a number in proportion to the passed time. */
  #readRefused(isCrowded: boolean): void {
    const now = this.#now();
    const more = isCrowded ? (now - this.#turnedAt) * refusedEachMs : maxRefused;
    this.#turnedAt = now;
    this.#allowance = Math.min(this.#allowance + more, maxRefused);
    const most = Math.min(Math.floor(this.#allowance), this.#refused.length);
    this.#allowance -= most;
    // Requests on the newest can still be answered in time. Requests on the oldest may be too late, but their
    // clients must get an answer too.
    for (let left = most; left > 0; left -= 1)
      this.#readAgain(left % 2 === 0 ? this.#refused.pop() : this.#refused.shift());
    if (this.#refused.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#count();
    }, restMs).unref();
  }

  #readAgain(resting: Resting | undefined): void {
    if (!resting) return;
    const { socket, since } = resting;
    this.#resting.delete(socket);
    this.#waited.set(socket, this.#now() - since);
    socket.resume();
  }
}

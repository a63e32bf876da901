import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of waiting connections of each kind that are read in one turn of the event loop. */
const mostInTurn = 16;
/** Refused connections that are read for each millisecond of a long turn, and their maximum number. */
const refusedEachMs = 0.4;
const mostRefused = 48;

/** Milliseconds by connection. */
type Times = Map<Socket, number>;

/**
 * Lets connections take turns when many clients send at once. Without it, one turn of the event loop reads
 * every connection, and replies of services and probes wait until all of these requests are handled. A client
 * that repeats a request right after a refusal waits behind the others.
 */
export class ReadTurns {
  readonly #now: () => number;
  #turnBegan = 0;
  /**
   * Start of the wait of each connection whose last request was served, and of those whose last was refused.
   */
  readonly #served: Times = new Map();
  readonly #refused: Times = new Map();
  /** Wait of the connections that are read in this turn and the next. Milliseconds. */
  #waited: Times = new Map();
  #waitedBefore: Times = new Map();
  #read = 0;
  #opened = 0;
  #mostOpened = 1;
  /** Since when every turn accepts as many connections as it can. */
  #fullSince: number | null = null;
  #isCounting = false;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Notes an accepted connection; `most` is the maximum number per turn. It may have waited as long as
   * others.
   */
  opened(socket: Socket, most: number): void {
    this.#opened += 1;
    if (this.#opened >= most) this.#fullSince ??= this.#now();
    if (this.#fullSince !== null) this.#waited.set(socket, this.#now() - this.#fullSince);
    this.#mostOpened = most;
    this.#count();
  }

  /** Notes a request that was read. Under load, its connection waits for its next turn after the answer. */
  read({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#read += 1;
    this.#count();
    if (this.#read <= mostInTurn && this.#served.size === 0 && this.#refused.size === 0) return;
    response.once('finish', () => this.#rest(socket, response.statusCode === 503));
  }

  /** Returns the milliseconds that a request may have waited until its connection was read. */
  waitOf({ socket }: IncomingMessage): number {
    return this.#waited.get(socket) ?? this.#waitedBefore.get(socket) ?? 0;
  }

  #rest(socket: Socket, isRefused: boolean): void {
    if (socket.destroyed) return;
    // An HTTP server reads nothing from a paused socket.
    socket.pause();
    (isRefused ? this.#refused : this.#served).set(socket, this.#now());
    this.#count();
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#turnBegan = this.#now();
    setImmediate(() => this.#turned());
  }

  #turned(): void {
    this.#isCounting = false;
    this.#read = 0;
    if (this.#opened < this.#mostOpened) this.#fullSince = null;
    this.#opened = 0;
    [this.#waitedBefore, this.#waited] = [this.#waited, new Map()];
    this.#readOldest(this.#served, mostInTurn);
    const refused = Math.round((this.#now() - this.#turnBegan) * refusedEachMs);
    this.#readOldest(this.#refused, Math.min(Math.max(refused, mostInTurn), mostRefused));
    if (this.#waited.size + this.#waitedBefore.size > 0 || this.#fullSince !== null) this.#count();
  }

  #readOldest(times: Times, most: number): void {
    const now = this.#now();
    let left = most;
    for (const [socket, since] of times) {
      if (left === 0) return;
      left -= 1;
      times.delete(socket);
      this.#waited.set(socket, now - since);
      socket.resume();
    }
  }
}

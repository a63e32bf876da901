import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of waiting connections of each kind that are read in one turn of the event loop. */
const mostInTurn = 16;

/** Milliseconds by connection. */
type Times = Map<Socket, number>;

/**
 * Lets connections take turns when many clients send at once. Without it, one turn of the event loop reads
 * every connection, and replies of services and probes wait until all of these requests are handled. A client
 * that repeats a request right after a refusal waits behind the others.
 */
export class ReadTurns {
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
  #crowdedSince: number | null = null;
  #isCounting = false;

  /**
   * Notes an accepted connection; `most` is the maximum number per turn. It may have waited as long as
   * others.
   */
  opened(socket: Socket, most: number): void {
    this.#opened += 1;
    if (this.#opened >= most) this.#crowdedSince ??= performance.now();
    if (this.#crowdedSince !== null) this.#waited.set(socket, performance.now() - this.#crowdedSince);
    this.#mostOpened = most;
    this.#count();
  }

  /** Notes a request that was read. In a crowd, its connection waits for its next turn after the answer. */
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
    (isRefused ? this.#refused : this.#served).set(socket, performance.now());
    this.#count();
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#turned());
  }

  #turned(): void {
    this.#isCounting = false;
    this.#read = 0;
    if (this.#opened < this.#mostOpened) this.#crowdedSince = null;
    this.#opened = 0;
    [this.#waitedBefore, this.#waited] = [this.#waited, new Map()];
    this.#readOldest(this.#served);
    this.#readOldest(this.#refused);
    if (this.#waited.size + this.#waitedBefore.size > 0 || this.#crowdedSince !== null) this.#count();
  }

  #readOldest(waiting: Times): void {
    const now = performance.now();
    let left = mostInTurn;
    for (const [socket, since] of waiting) {
      if (left === 0) return;
      left -= 1;
      waiting.delete(socket);
      this.#waited.set(socket, now - since);
      socket.resume();
    }
  }
}

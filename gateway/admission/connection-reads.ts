import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueues } from './fair-queues.ts';

/**
 * Maximum number of new connections that are read in one turn of the event loop. In addition, the same number of
 * connections whose last request was served may be read.
 */
const maxInTurn = 16;
/**
 * Maximum number of refused connections that are read per millisecond while many clients send. A refused
 * connection is a connection whose last request was refused.
 */
const refusedEachMs = 0.5;
/** Maximum number of refused connections that are read in one turn of the event loop. */
const maxRefused = 48;
/** Milliseconds until a timer reads more refused connections, if the last turn left some of them unread. */
const restMs = 4;

/** A paused connection, and the time in milliseconds at which it was paused. */
interface Resting {
  readonly socket: Socket;
  readonly since: number;
}

/** A connection whose request was answered in this turn of the event loop. */
interface Answered extends Resting {
  /** Number of recent requests of the client's network; null if the request was refused. */
  readonly requests: number | null;
}

/**
 * Removes and returns the newest item if `left` is even, and the oldest item if `left` is odd. Callers count `left`
 * down, so they get newest and oldest items in turn. The newest connections can still get an answer in time. The
 * oldest connections must not wait for ever.
 */
function fromBothEnds<Item>(items: Item[], left: number): Item | undefined {
  return left % 2 === 0 ? items.pop() : items.shift();
}

/**
 * Limits how many connections are read in one turn of the event loop. Without the limit, replies of services
 * and health probes would wait until all connections of many clients are read.
 *
 * Three groups have separate limits: new connections, connections whose last request was served, and
 * connections whose last request was refused. Many new clients therefore do not delay connected clients. In
 * the second group, connections of networks with few requests are read first.
 */
export class ConnectionReads {
  readonly #now: () => number;
  #turnedAt = 0;
  /** How many connections from `#refused` may be read in this turn. */
  #allowance = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Connections that were opened in this turn and may be paused. */
  #opened: Resting[] = [];
  #openedCount = 0;
  /** Paused connections that have never been read. */
  readonly #unread: Resting[] = [];
  /** Paused connections whose last request was served. */
  readonly #served = new FairQueues<Resting>();
  /** Paused connections whose last request was refused. */
  readonly #refused: Resting[] = [];
  /** All paused connections: those in `#unread`, `#served` and `#refused`. */
  readonly #resting = new Set<Socket>();
  #answered: Answered[] = [];
  /** For each connection that is read in this turn, the milliseconds for which the connection waited. */
  #waited = new Map<Socket, number>();
  /** For each connection that was read in the previous turn, the milliseconds for which the connection waited. */
  #waitedBefore = new Map<Socket, number>();
  #read = 0;
  #maxOpened = 1;
  /**
   * Time in milliseconds since which every turn has accepted the maximum number of new connections. Null if the
   * last turn accepted fewer.
   */
  #fullSince: number | null = null;
  #isCounting = false;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts a new connection, and estimates how long the connection waited in the kernel. `most` is the
   * maximum number of new connections in one turn of the event loop. A TLS connection (`isTls`) is not paused
   * before its first request, because a pause would stop the handshake.
   */
  countConnection(socket: Socket, most: number, isTls: boolean): void {
    const now = this.#now();
    this.#openedCount += 1;
    if (this.#openedCount >= most) this.#fullSince ??= now;
    if (this.#fullSince !== null) this.#waited.set(socket, now - this.#fullSince);
    if (!isTls) this.#opened.push({ socket, since: this.#fullSince ?? now });
    this.#maxOpened = most;
    this.#count();
  }

  /**
   * Counts a request that was read. Under load, the connection is paused after the answer, until a later
   * turn. `recent` returns the number of recent requests of the network.
   */
  countRequest({ socket }: IncomingMessage, response: ServerResponse, recent: () => number): void {
    this.#read += 1;
    this.#count();
    if (!this.#isPausing) return;
    response.once('finish', () => {
      const requests = response.statusCode === 503 ? null : recent();
      this.#answered.push({ socket, since: this.#now(), requests });
      this.#count();
    });
  }

  /** Whether so many clients send that connections are paused after their answers. */
  get #isPausing(): boolean {
    return this.#read > maxInTurn || this.#served.size > 0 || this.#refused.length > 0;
  }

  /** Whether connections are paused after their answers, or new connections arrive. */
  get isCrowded(): boolean {
    return this.#isPausing || this.#openedCount > 0 || this.#unread.length > 0;
  }

  /** Returns an upper bound for the milliseconds that a request waited before its connection was read. */
  waitOf({ socket }: IncomingMessage): number {
    return this.#waited.get(socket) ?? this.#waitedBefore.get(socket) ?? 0;
  }

  /** Pauses the connections whose requests were answered in this turn. */
  #pauseAnswered(): void {
    for (const { socket, since, requests } of this.#answered) {
      if (socket.destroyed || this.#resting.has(socket)) continue;
      // Node resumes a socket right after an answer, so the socket is paused only now. Node reads nothing from
      // a paused socket.
      socket.pause();
      this.#resting.add(socket);
      if (requests === null) this.#refused.push({ socket, since });
      else this.#served.push({ socket, since }, requests);
    }
    this.#answered = [];
  }

  /**
   * Pauses the connections that were opened in this turn, if there are more than `maxInTurn` or if earlier
   * new connections are still unread.
   */
  #pauseOpened(): void {
    const opened = this.#opened;
    this.#opened = [];
    if (opened.length <= maxInTurn && this.#unread.length === 0) return;
    for (const one of opened) {
      if (one.socket.destroyed) continue;
      one.socket.pause();
      this.#resting.add(one.socket);
      this.#unread.push(one);
    }
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#turnEnded());
  }

  #turnEnded(): void {
    this.#isCounting = false;
    const isCrowded = this.#read > maxInTurn || this.#served.size > 0 || this.#unread.length > 0;
    this.#read = 0;
    if (this.#openedCount < this.#maxOpened) this.#fullSince = null;
    this.#openedCount = 0;
    [this.#waitedBefore, this.#waited] = [this.#waited, new Map()];
    this.#pauseAnswered();
    this.#pauseOpened();
    for (let left = maxInTurn; left > 0; left -= 1) {
      this.#readAgain(this.#served.shift());
      this.#readAgain(fromBothEnds(this.#unread, left));
    }
    this.#readRefused(isCrowded);
    if (this.#waited.size + this.#waitedBefore.size > 0 || this.#fullSince !== null) this.#count();
  }

  /**
   * Reads up to `maxRefused` connections whose last request was refused. If many clients send (`isCrowded`),
   * reads at most `refusedEachMs` connections for each millisecond since the last turn.
   */
  #readRefused(isCrowded: boolean): void {
    const now = this.#now();
    const more = isCrowded ? (now - this.#turnedAt) * refusedEachMs : maxRefused;
    this.#turnedAt = now;
    this.#allowance = Math.min(this.#allowance + more, maxRefused);
    const most = Math.min(Math.floor(this.#allowance), this.#refused.length);
    this.#allowance -= most;
    for (let left = most; left > 0; left -= 1) this.#readAgain(fromBothEnds(this.#refused, left));
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

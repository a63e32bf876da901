import { randomUUID } from 'node:crypto';
import { createInbox, type Msg, type MsgHdrs, ErrorCode as NatsCode, NatsError } from 'nats';
import { inboxOf } from '#contracts/operation.ts';
import type { BusConnection } from './connection.ts';
import { EndOfTurn } from './end-of-turn.ts';

/** The error of a waiting request after the connection is lost, because its answer cannot arrive any more. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** A request that waits for its answer. `timeoutAt` is in milliseconds of the monotonic clock. */
interface PendingRequest {
  readonly subject: string;
  readonly timeoutAt: number;
  readonly resolve: (answer: Msg) => void;
  readonly reject: (reason: Error) => void;
}

/** Milliseconds between two checks for requests that have timed out. */
const checkIntervalMs = 10;
/** The status with which NATS answers when no process serves the subject. */
const noResponders = 503;

/**
 * Sends requests over NATS. All requests share one inbox and one timer. The client's `connection.request` is slower: it
 * creates a timer, two promise races and an error with a stack for each request.
 */
export class RequestSender {
  readonly #connection: BusConnection;
  readonly #inbox: string;
  readonly #pending = new Map<string, PendingRequest>();
  readonly #endOfTurn = new EndOfTurn();
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: BusConnection) {
    this.#connection = connection;
    const { role } = connection;
    this.#inbox = `${createInbox(role && inboxOf(role))}.`;
    connection.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        if (error) this.giveUp(error);
        else this.#take(message);
      },
    });
    void this.#watch();
  }

  /**
   * Sends a request and returns its answer.
   *
   * @throws NatsError `TIMEOUT` if no answer arrives in time, `NO_RESPONDERS` if no process serves the subject
   * @throws ConnectionLost as soon as the connection is lost
   */
  request(subject: string, body: Uint8Array, timeoutMs: number, headers: MsgHdrs): Promise<Msg> {
    // A service that gets one request must not be able to name the reply subjects of others.
    const name = randomUUID();
    return new Promise((resolve, reject) => {
      this.#pending.set(name, { subject, timeoutAt: performance.now() + timeoutMs, resolve, reject });
      this.#endOfTurn.add(() => {
        // A request that has failed already must not be sent any more.
        if (!this.#pending.has(name)) return;
        try {
          this.#connection.publish(subject, body, { reply: this.#inbox + name, headers });
        } catch (error) {
          this.#pending.delete(name);
          reject(error as Error);
        }
      });
      // `setImmediate` lets Node first read answers that arrived while the event loop was blocked.
      this.#timer ??= setInterval(() => setImmediate(() => this.#failTimedOut()), checkIntervalMs);
    });
  }

  /** Fails all waiting requests. */
  giveUp(reason: Error): void {
    this.#fail(reason, () => true);
  }

  #take(message: Msg): void {
    const name = message.subject.slice(this.#inbox.length);
    const pending = this.#pending.get(name);
    if (!pending) return;
    this.#pending.delete(name);
    const hasNoResponders = message.data.length === 0 && message.headers?.code === noResponders;
    if (hasNoResponders) pending.reject(NatsError.errorForCode(NatsCode.NoResponders));
    else pending.resolve(message);
  }

  #failTimedOut(): void {
    const now = performance.now();
    this.#fail(null, ({ timeoutAt }) => timeoutAt <= now);
    if (this.#pending.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #fail(reason: Error | null, matches: (pending: PendingRequest) => boolean): void {
    for (const [name, pending] of this.#pending) {
      if (!matches(pending)) continue;
      this.#pending.delete(name);
      pending.reject(reason ?? NatsError.errorForCode(NatsCode.Timeout));
    }
  }

  /** Fails all requests when the connection is lost, and requests to a subject that the server forbids. */
  async #watch(): Promise<void> {
    for await (const { type, permissionContext: denied } of this.#connection.status()) {
      if (type === 'disconnect') this.giveUp(new ConnectionLost('the connection to the bus was lost'));
      if (denied?.operation !== 'publish') continue;
      const refused = NatsError.errorForCode(NatsCode.PermissionsViolation);
      this.#fail(refused, ({ subject }) => subject === denied.subject);
    }
    this.giveUp(new ConnectionLost('the connection to the bus was closed'));
  }
}

import {
  createInbox,
  type Msg,
  type MsgHdrs,
  ErrorCode as NatsCode,
  type NatsConnection,
  NatsError,
} from 'nats';
import { inboxPrefixOf } from './connection.ts';

/** The connection was lost while a request waited; its answer will not come. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}

/** A request that waits for its answer. `until` is a time of the monotonic clock. */
interface PendingRequest {
  readonly subject: string;
  readonly until: number;
  readonly resolve: (answer: Msg) => void;
  readonly reject: (reason: Error) => void;
}

/** Milliseconds between checks for requests whose time is over. */
const lookMs = 10;
const noResponders = 503;

/**
 * Sends requests over NATS. All requests share one inbox and one timer. `connection.request` would create a timer,
 * two promise races and an error with a stack for each request.
 */
export class Asker {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #pending = new Map<string, PendingRequest>();
  #asked = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#inbox = `${createInbox(inboxPrefixOf(connection))}.`;
    connection.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        if (error) this.giveUp(error);
        else this.#take(message);
      },
    });
    void this.#watch();
  }

  /**
   * Returns the answer to a request.
   *
   * @throws NatsError `TIMEOUT` without an answer in time, `NO_RESPONDERS` if nobody serves the subject
   * @throws LinkLost as soon as the connection is lost
   */
  request(subject: string, body: Uint8Array, timeoutMs: number, headers: MsgHdrs): Promise<Msg> {
    this.#asked += 1;
    const name = this.#asked.toString(36);
    return new Promise((resolve, reject) => {
      this.#connection.publish(subject, body, { reply: this.#inbox + name, headers });
      this.#pending.set(name, { subject, until: performance.now() + timeoutMs, resolve, reject });
      this.#timer ??= setInterval(() => this.#look(), lookMs);
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
    const isNobody = message.data.length === 0 && message.headers?.code === noResponders;
    if (isNobody) pending.reject(NatsError.errorForCode(NatsCode.NoResponders));
    else pending.resolve(message);
  }

  #look(): void {
    const now = performance.now();
    this.#fail(null, ({ until }) => until <= now);
    if (this.#pending.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #fail(reason: Error | null, isMeant: (pending: PendingRequest) => boolean): void {
    for (const [name, pending] of this.#pending) {
      if (!isMeant(pending)) continue;
      this.#pending.delete(name);
      pending.reject(reason ?? NatsError.errorForCode(NatsCode.Timeout));
    }
  }

  /** Fails requests that the server refuses to publish, and all when the connection is lost or closed. */
  async #watch(): Promise<void> {
    for await (const { type, permissionContext: denied } of this.#connection.status()) {
      if (type === 'disconnect') this.giveUp(new LinkLost('the connection to the bus was lost'));
      if (denied?.operation !== 'publish') continue;
      const refused = NatsError.errorForCode(NatsCode.PermissionsViolation);
      this.#fail(refused, ({ subject }) => subject === denied.subject);
    }
    this.giveUp(new LinkLost('the connection to the bus was closed'));
  }
}

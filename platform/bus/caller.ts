import { ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import { type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Context } from '#platform/service/implement.ts';
import { decodeReply, encode, writeHeaders } from './wire.ts';

/** How long one try waits, and how long after "nobody is there" the next begins. Milliseconds. */
const tryMs = 800;
const noResponderPauseMs = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isNatsError(error: unknown, code: NatsCode): boolean {
  return error instanceof NatsError && error.code === code;
}

/** How long a service may take to say how it is. Milliseconds. */
const statusMs = 500;

/** Asks services. */
export class Caller {
  readonly #connection: NatsConnection;
  readonly #secret: string;
  readonly #most: number;
  readonly #inFlight = new Map<string, number>();
  #connected = true;

  /** `most` is how many requests may wait for one service; a further one is refused with 503 at once. */
  constructor(connection: NatsConnection, secret: string, most = 512) {
    this.#connection = connection;
    this.#secret = secret;
    this.#most = most;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#connected = false;
      if (type === 'reconnect') this.#connected = true;
    }
  }

  /** Whether the server is there: while it is not, every request is refused at once. */
  get connected(): boolean {
    return this.#connected && !this.#connection.isClosed();
  }

  /** Whether a replica of the service answers, and everything behind it as well. */
  async ready(service: string): Promise<boolean> {
    if (!this.connected) return false;
    try {
      const answer = await this.#connection.request(`call.${service}.status`, encode({}), {
        timeout: statusMs,
      });
      const { engines } = decodeReply(answer.data) as { engines: Record<string, boolean> };
      return Object.values(engines).every(Boolean);
    } catch {
      return false;
    }
  }

  /**
   * The reply of whichever replica takes the request.
   *
   * A try that nobody answers in 800 ms is repeated until the deadline: a read is free to, a write carries the key
   * that gives it one effect. Nobody there at all is asked once more after 50 ms, which hides a restart.
   *
   * @throws ServiceError the service's refusal, or `service_unavailable`
   */
  async request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    context: Context,
  ): Promise<z.output<Reply>> {
    const service = serviceOf(operation);
    const waiting = this.#inFlight.get(service) ?? 0;
    if (waiting >= this.#most) throw unavailable(`${waiting} requests wait for ${service}`);
    this.#inFlight.set(service, waiting + 1);
    try {
      const bytes = await this.#tryUntilAnswered(operation, encode(request), context);
      return decodeReply(bytes) as z.output<Reply>;
    } finally {
      this.#inFlight.set(service, (this.#inFlight.get(service) ?? 1) - 1);
    }
  }

  async #tryUntilAnswered(operation: Operation, body: Uint8Array, context: Context): Promise<Uint8Array> {
    const subject = subjectOf(operation);
    const headers = writeHeaders(context, this.#secret);
    let askedNobody = false;
    for (;;) {
      const left = context.deadline - Date.now();
      if (left <= 0) throw unavailable(`no answer from ${subject} in time`);
      if (!this.connected) throw unavailable('the bus is not connected');
      try {
        const answer = await this.#connection.request(subject, body, {
          timeout: Math.min(tryMs, left),
          headers,
        });
        return answer.data;
      } catch (error) {
        if (!mayAskAgain(error, askedNobody)) throw unavailable(error);
        askedNobody = isNatsError(error, NatsCode.NoResponders);
        if (askedNobody) await pause(noResponderPauseMs);
      }
    }
  }
}

/** Whether a failed try may be followed by another: one without an answer, or the first that found nobody. */
function mayAskAgain(error: unknown, askedNobody: boolean): boolean {
  return isNatsError(error, NatsCode.Timeout) || (isNatsError(error, NatsCode.NoResponders) && !askedNobody);
}

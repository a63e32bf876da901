import { type MsgHdrs, ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import { type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { Context } from '#platform/service/implement.ts';
import { decodeReply, encode, writeHeaders } from './wire.ts';

/** How long one try waits unless told otherwise, and how long after one that failed at once the next. Milliseconds. */
const usualTryMs = 800;
const againMs = 50;
/** How often a request is sent again after failing in each way. */
const mostFailures = { silent: Number.POSITIVE_INFINITY, nobody: 1, refused: 2 };

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
  readonly #tryMs: number;
  readonly #inFlight = new Map<string, number>();
  #connected = true;

  /**
   * `most` is how many requests may wait for one service; a further one is refused with 503 at once. `tryMs` is how
   * long one try waits: longer for work that takes long and should not be begun twice.
   */
  constructor(connection: NatsConnection, secret: string, most = 512, tryMs = usualTryMs) {
    this.#connection = connection;
    this.#secret = secret;
    this.#most = most;
    this.#tryMs = tryMs;
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
   * A try that nobody answers in time (800 ms) is repeated until the deadline, one that is answered 503 twice: another
   * replica may know better. A read is free to be repeated, a write carries the key that gives it one effect. Nobody
   * there at all is asked once more, which hides a restart.
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
      return (await this.#untilAnswered(operation, encode(request), context)) as z.output<Reply>;
    } finally {
      this.#inFlight.set(service, (this.#inFlight.get(service) ?? 1) - 1);
    }
  }

  async #untilAnswered(operation: Operation, body: Uint8Array, context: Context): Promise<unknown> {
    const subject = subjectOf(operation);
    const headers = writeHeaders(context, this.#secret);
    const left = { ...mostFailures };
    for (;;) {
      try {
        return await this.#try(subject, body, headers, context.deadline);
      } catch (error) {
        const failure = failureOf(error);
        if (!failure || left[failure] === 0 || !this.connected) throw refusalOf(error);
        left[failure] -= 1;
        if (failure !== 'silent') await pause(againMs);
        headers.set('Repeated', '1');
      }
    }
  }

  async #try(subject: string, body: Uint8Array, headers: MsgHdrs, deadline: number): Promise<unknown> {
    const left = deadline - Date.now();
    if (left <= 0) throw new Error(`no answer from ${subject} in time`);
    if (!this.connected) throw new Error('the bus is not connected');
    const timeout = Math.min(this.#tryMs, left);
    return decodeReply((await this.#connection.request(subject, body, { timeout, headers })).data);
  }
}

/** The service's own refusal, or 503 for whatever else went wrong on the way. */
function refusalOf(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error);
}

/** How a try failed that another may follow; null for one that is final. */
function failureOf(error: unknown): keyof typeof mostFailures | null {
  if (isNatsError(error, NatsCode.Timeout)) return 'silent';
  if (isNatsError(error, NatsCode.NoResponders)) return 'nobody';
  return error instanceof ServiceError && error.code === 'service_unavailable' ? 'refused' : null;
}

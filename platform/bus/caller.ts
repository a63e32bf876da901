import { type MsgHdrs, ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import { calledBy, type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { Status, statusSubject } from '#contracts/status.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { ClaimSigner } from './claim.ts';
import type { Context } from './context.ts';
import { FixedLimit, LatencyLimit } from './latency-limit.ts';
import { Repeats } from './repeats.ts';
import { type Failure, type Repetition, untilAnswered, usualTryMs } from './tries.ts';
import { decodeReply, encode, writeHeaders } from './wire.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isNatsError(error: unknown, code: NatsCode): boolean {
  return error instanceof NatsError && error.code === code;
}

/**
 * Whom a caller acts for. The gateway signs claims of those who ask it; a service passes on the claim that it was given, to
 * operations that take it; an operator acts in person.
 */
export type Acting = ClaimSigner | 'service' | 'operator';

/** How long a service may take to say how it is. Milliseconds. */
const statusMs = 500;
/** Verifying a password takes as long as it takes, and who waits for it is bounded there. */
const slowByNature = 'auth';

/** What waits for one service: how many may, and how much may be asked again. */
interface Line {
  readonly limit: LatencyLimit | FixedLimit;
  readonly repeats: Repeats;
}

/** How many requests wait for a service, and how many may. */
export interface Load {
  readonly inFlight: number;
  readonly limit: number;
}

/** A request as it goes out, each time that it does. */
interface Sending {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs;
}

/** Asks services. */
export class Caller {
  readonly #connection: NatsConnection;
  readonly #acting: Acting;
  readonly #most: number;
  readonly #tryMs: number;
  readonly #lines = new Map<string, Line>();
  /** Ends the tries that wait for an answer: with the connection their answers are lost. */
  readonly #giveUp = new Set<(reason: Error) => void>();
  #connected = true;

  /**
   * `most` is how many requests may wait for one service; a further one is refused with 503 at once. For those who ask in
   * the name of the public that number follows how fast the service answers. `tryMs` is how long one try waits before
   * the next.
   */
  constructor(connection: NatsConnection, acting: Acting, most = 512, tryMs = usualTryMs) {
    this.#connection = connection;
    this.#acting = acting;
    this.#most = most;
    this.#tryMs = tryMs;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') this.#connected = true;
      if (type !== 'disconnect') continue;
      this.#connected = false;
      for (const give of this.#giveUp) give(new Error('the connection to the bus was lost'));
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
      const answer = await this.#connection.request(statusSubject(service), encode({}), {
        timeout: statusMs,
      });
      const { engines } = Status.parse(decodeReply(answer.data));
      return Object.values(engines).every(Boolean);
    } catch {
      return false;
    }
  }

  /**
   * The reply of whichever replica takes the request.
   *
   * A try that nobody answers in time (450 ms) is repeated until the deadline, one that is answered 503 twice: another
   * replica may know better. A read is free to be repeated, a caller's write carries the key that gives it one effect.
   * An operator's write has none, so that its one try waits until the deadline, and any failure is told. Where nobody
   * is there at all, every request is sent once more, which hides a restart. An operation or a context that says `mayBeSlow` is
   * not repeated after silence.
   *
   * @throws ServiceError the service's refusal, or `service_unavailable`
   */
  async request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    context: Context,
  ): Promise<z.output<Reply>> {
    const service = serviceOf(operation);
    const { limit, repeats } = this.#line(service);
    if (!limit.enter()) throw unavailable(`${limit.inFlight} requests wait for ${service}`);
    const began = performance.now();
    repeats.first();
    try {
      return (await this.#untilAnswered(operation, encode(request), context, repeats)) as z.output<Reply>;
    } finally {
      limit.leave(performance.now() - began);
    }
  }

  /** How many requests wait for a service, and how many may; null for one that was never asked. */
  load(service: string): Load | null {
    return this.#lines.get(service)?.limit ?? null;
  }

  #line(service: string): Line {
    const known = this.#lines.get(service);
    if (known) return known;
    const follows = typeof this.#acting !== 'string' && service !== slowByNature;
    const limit = follows ? new LatencyLimit(this.#most) : new FixedLimit(this.#most);
    const line = { limit, repeats: new Repeats() };
    this.#lines.set(service, line);
    return line;
  }

  /** Operators ask in person, except for what only callers may ask. */
  #subjectOf(operation: Operation): string {
    const by = this.#acting === 'operator' ? 'operator' : 'caller';
    const possible = calledBy(operation);
    return subjectOf(operation, possible.includes(by) ? by : (possible[0] ?? by));
  }

  /** The signed claim that goes along; empty for none. */
  #claimFor(operation: Operation, body: Uint8Array, { claim, deadline, proof }: Context): string {
    if (typeof this.#acting === 'string') return operation.forwardedBy ? (proof ?? '') : '';
    return claim ? this.#acting.sign(claim, operation, body, deadline) : '';
  }

  async #untilAnswered(
    operation: Operation,
    body: Uint8Array,
    context: Context,
    repeats: Repeats,
  ): Promise<unknown> {
    const sending = {
      subject: this.#subjectOf(operation),
      body,
      headers: writeHeaders(context, this.#claimFor(operation, body, context)),
    };
    try {
      return await untilAnswered({
        deadline: context.deadline,
        repetition: repetitionOf(operation, context),
        tryMs: this.#tryMs,
        now: Date.now,
        pause,
        mayRepeat: () => repeats.again(),
        attempt: (waitMs, repeated) => {
          if (repeated) sending.headers.set('Repeated', '1');
          return this.#try(sending, waitMs);
        },
        failureOf: (error) => (this.connected ? failureOf(error) : null),
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async #try({ subject, body, headers }: Sending, timeout: number): Promise<unknown> {
    if (!this.connected) throw new Error('the bus is not connected');
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.#giveUp.add(reject);
    try {
      const answered = this.#connection.request(subject, body, { timeout, headers });
      return decodeReply((await Promise.race([answered, lost])).data);
    } finally {
      this.#giveUp.delete(reject);
    }
  }
}

/** A read has the same effect once and many times, and a caller's write carries a key that gives it one. */
function repetitionOf({ effect, access, sentOnce, mayBeSlow }: Operation, context: Context): Repetition {
  if (sentOnce || (effect === 'write' && access !== 'caller')) return 'unheard';
  return mayBeSlow || context.mayBeSlow ? 'unless-silent' : 'freely';
}

/** The service's own refusal, or 503 for whatever else went wrong on the way. */
function refusalOf(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error);
}

/** How a try failed that another may follow; null for one that is final. */
function failureOf(error: unknown): Failure | null {
  if (isNatsError(error, NatsCode.Timeout)) return 'silent';
  if (isNatsError(error, NatsCode.NoResponders)) return 'nobody';
  return error instanceof ServiceError && error.code === 'service_unavailable' ? 'refused' : null;
}

import { type MsgHdrs, ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import { calledBy, type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { Status, statusSubject } from '#contracts/status.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { ClaimSigner } from './claim.ts';
import type { Context } from './context.ts';
import { FixedLimit, LatencyLimit } from './latency-limit.ts';
import { Link, LinkLost } from './link.ts';
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

/** A service that answered within this time is expected back when nobody is there. Milliseconds. */
const awayMs = 1_000;

/** A request as it goes out, each time that it does. */
interface Sending {
  readonly service: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs;
}

/** Where questions are counted. */
interface Questions {
  asked(service: string, outcome: 'ok' | 'failed', seconds: number): void;
  /** Called for each that is sent again. */
  repeated(service: string): void;
}

/** Asks services. */
export class Caller {
  /** Nobody counts unless said. */
  questions: Questions | null = null;
  readonly #connection: NatsConnection;
  readonly #acting: Acting;
  readonly #most: number;
  readonly #tryMs: number;
  readonly #lines = new Map<string, Line>();
  readonly #link: Link;
  /** When each service last answered, by the monotonic clock in milliseconds. */
  readonly #answeredAt = new Map<string, number>();

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
    this.#link = new Link(connection);
  }

  /** Whether the server is there: when it has been away for a second, every request is refused at once. */
  get connected(): boolean {
    return this.#link.connected;
  }

  /** How many requests wait for an answer. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((all, { limit }) => all + limit.inFlight, 0);
  }

  /** What one replica of the service tells of itself. @throws NatsError when none answers */
  async statusOf(service: string): Promise<Status> {
    const options = { timeout: statusMs };
    const answer = await this.#connection.request(statusSubject(service), encode({}), options);
    return Status.parse(decodeReply(answer.data));
  }

  /**
   * The reply of whichever replica takes the request.
   *
   * A try that nobody answers in time (450 ms) is repeated until the deadline, one that is answered 503 twice: another
   * replica may know better. A read is free to be repeated, a caller's write carries the key that gives it one effect.
   * An operator's write has none, so that its one try waits until the deadline, and any failure is told. Where nobody
   * is there at all, every request is sent once more, and until the deadline where somebody was within the last second:
   * that hides a restart. An operation or a context that says `mayBeSlow` is not repeated after silence.
   *
   * A lost connection is waited for. What may be repeated is then sent once more.
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
    const sending: Sending = {
      service: serviceOf(operation),
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
          if (repeated) this.questions?.repeated(sending.service);
          return this.#counted(sending.service, this.#try(sending, waitMs, context.deadline));
        },
        failureOf: (error) => this.#failureOf(error, sending.service),
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** A refusal is an answer too. */
  async #counted(service: string, answer: Promise<unknown>): Promise<unknown> {
    const begun = performance.now();
    const ended = (outcome: 'ok' | 'failed') =>
      this.questions?.asked(service, outcome, (performance.now() - begun) / 1_000);
    try {
      const reply = await answer;
      ended('ok');
      return reply;
    } catch (error) {
      const refused = error instanceof ServiceError && error.code !== 'service_unavailable';
      ended(refused ? 'ok' : 'failed');
      throw error;
    }
  }

  async #try(
    { service, subject, body, headers }: Sending,
    waitMs: number,
    deadline: number,
  ): Promise<unknown> {
    await this.#link.there(deadline - Date.now());
    const timeout = Math.max(1, Math.min(waitMs, deadline - Date.now()));
    const answer = await this.#link.whole(this.#connection.request(subject, body, { timeout, headers }));
    this.#answeredAt.set(service, performance.now());
    return decodeReply(answer.data);
  }

  /** How a try failed that another may follow; null for one that is final. */
  #failureOf(error: unknown, service: string): Failure | null {
    if (error instanceof LinkLost) return 'lost';
    if (isNatsError(error, NatsCode.Timeout)) return 'silent';
    if (isNatsError(error, NatsCode.NoResponders)) {
      const answeredAt = this.#answeredAt.get(service) ?? Number.NEGATIVE_INFINITY;
      return performance.now() - answeredAt < awayMs ? 'away' : 'nobody';
    }
    return error instanceof ServiceError && error.code === 'service_unavailable' ? 'refused' : null;
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

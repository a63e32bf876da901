import { type MsgHdrs, ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import { calledBy, type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { Status, statusSubject } from '#contracts/status.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import { Asker, LinkLost } from './asker.ts';
import type { ClaimSigner } from './claim.ts';
import type { Context } from './context.ts';
import { FixedLimit, LatencyLimit } from './latency-limit.ts';
import { Link } from './link.ts';
import { RetryBudget } from './retry-budget.ts';
import { type Failure, type Repetition, untilAnswered, usualTryMs } from './tries.ts';
import { contractVersion, decodeReply, encode, takesEntries, turnsSince, writeHeaders } from './wire.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isNatsError(error: unknown, code: NatsCode): boolean {
  return error instanceof NatsError && error.code === code;
}

/**
 * The identity of a caller. The gateway signs claims of its clients. A service passes on the claim it received, to
 * operations that allow this. An operator needs no claim.
 */
export type Acting = ClaimSigner | 'service' | 'operator';

/** Milliseconds for the status of a service. */
const statusMs = 500;
/** Verifying a password takes long by design, and auth limits its own queue. */
const slowByNature = 'auth';

/** The state of requests to one service: limit and retries. */
interface ServiceLoad {
  readonly limit: LatencyLimit | FixedLimit;
  readonly retries: RetryBudget;
}

/** Waiting requests of a service, and their limit. */
export interface Load {
  readonly inFlight: number;
  readonly limit: number;
}

/** How long a missing service is expected back after its last answer. Milliseconds. */
const awayMs = 1_000;

/** A request with its headers, as it is sent at each try. */
interface Sending {
  readonly service: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs;
}

/** Metrics of requests. */
interface CallerMetrics {
  asked(service: string, outcome: 'ok' | 'failed', seconds: number): void;
  /** Counts a repeated request. */
  repeated(service: string): void;
}

/** Sends requests to services. */
export class Caller {
  /** Metrics; none by default. */
  metrics: CallerMetrics | null = null;
  /** The lowest contract version of all replicas that were heard. */
  contractOfAll: () => number = () => contractVersion;
  readonly #connection: NatsConnection;
  readonly #acting: Acting;
  readonly #most: number;
  readonly #tryMs: number;
  readonly #lines = new Map<string, ServiceLoad>();
  readonly #link: Link;
  readonly #asker: Asker;
  /** Time of each service's last answer, in milliseconds of the monotonic clock. */
  readonly #answeredAt = new Map<string, number>();

  /**
   * `most` limits the waiting requests to one service; further ones get 503 at once. For public requests the limit
   * adapts to the speed of the service. `tryMs` is the duration of one try.
   */
  constructor(connection: NatsConnection, acting: Acting, most = 512, tryMs = usualTryMs) {
    this.#connection = connection;
    this.#acting = acting;
    this.#most = most;
    this.#tryMs = tryMs;
    this.#link = new Link(connection);
    this.#asker = new Asker(connection);
  }

  /** Whether NATS is connected. After a second without it, every request fails at once. */
  get connected(): boolean {
    return this.#link.connected;
  }

  /** Number of requests waiting for an answer. */
  get pending(): number {
    return [...this.#lines.values()].reduce((all, { limit }) => all + limit.inFlight, 0);
  }

  /** Returns the status of one replica of a service. @throws NatsError when none answers */
  async statusOf(service: string): Promise<Status> {
    const options = { timeout: statusMs };
    const answer = await this.#connection.request(statusSubject(service), encode({}), options);
    return Status.parse(decodeReply(answer.data));
  }

  /**
   * Returns the reply of any replica.
   *
   * A try without an answer (450 ms) is repeated until the deadline, and one with a 503 twice, since another replica
   * may answer. Reads can be repeated freely; a caller's write has an idempotency key. An operator's write has none,
   * so its single try waits until the deadline, and any failure is reported. Without a replica, a request is sent
   * once more, or until the deadline if a replica answered within the last second: this hides a restart. With
   * `mayBeSlow`, of the operation or the context, a try without an answer is not repeated.
   *
   * If the connection is lost, the request waits for it, and is sent once more if it can be repeated.
   *
   * @throws ServiceError the service's refusal, or `service_unavailable`
   */
  async request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    context: Context,
  ): Promise<z.output<Reply>> {
    const service = serviceOf(operation);
    const { limit, retries } = this.#line(service);
    if (!limit.enter()) throw unavailable(`${limit.inFlight} requests wait for ${service}`);
    const began = performance.now();
    retries.first();
    try {
      return (await this.#untilAnswered(operation, encode(request), context, retries)) as z.output<Reply>;
    } finally {
      limit.leave(performance.now() - began);
    }
  }

  /** Returns a service's waiting requests and limit; null if it was never asked. */
  load(service: string): Load | null {
    return this.#lines.get(service)?.limit ?? null;
  }

  #line(service: string): ServiceLoad {
    const known = this.#lines.get(service);
    if (known) return known;
    const follows = typeof this.#acting !== 'string' && service !== slowByNature;
    const limit = follows ? new LatencyLimit(this.#most) : new FixedLimit(this.#most);
    const line = { limit, retries: new RetryBudget() };
    this.#lines.set(service, line);
    return line;
  }

  /** Operators use their own subjects, except for operations that only callers may use. */
  #subjectOf(operation: Operation): string {
    const by = this.#acting === 'operator' ? 'operator' : 'caller';
    const possible = calledBy(operation);
    return subjectOf(operation, possible.includes(by) ? by : (possible[0] ?? by));
  }

  /** Returns the signed claim to send; empty for none. */
  #claimFor(
    operation: Operation,
    body: Uint8Array,
    { claim, deadline, proof }: Context,
  ): string | Promise<string> {
    if (typeof this.#acting === 'string') return operation.forwardedBy ? (proof ?? '') : '';
    if (!claim) return '';
    return this.contractOfAll() >= turnsSince
      ? this.#acting.signInTurn(claim, operation, body, deadline)
      : this.#acting.sign(claim, operation, body, deadline);
  }

  async #untilAnswered(
    operation: Operation,
    body: Uint8Array,
    context: Context,
    retries: RetryBudget,
  ): Promise<unknown> {
    const sending: Sending = {
      service: serviceOf(operation),
      subject: this.#subjectOf(operation),
      body,
      headers: writeHeaders(context, await this.#claimFor(operation, body, context)),
    };
    if (operation.hasEntries) sending.headers.set(takesEntries, '1');
    try {
      return await untilAnswered({
        deadline: context.deadline,
        repetition: repetitionOf(operation, context),
        tryMs: this.#tryMs,
        now: Date.now,
        pause,
        mayRepeat: () => retries.again(),
        attempt: (waitMs, repeated) => {
          if (repeated) sending.headers.set('Repeated', '1');
          if (repeated) this.metrics?.repeated(sending.service);
          return this.#counted(sending.service, this.#try(sending, waitMs, context.deadline));
        },
        failureOf: (error) => this.#failureOf(error, sending.service),
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Counts waiting requests. A refusal counts as an answer. */
  async #counted(service: string, answer: Promise<unknown>): Promise<unknown> {
    const begun = performance.now();
    const ended = (outcome: 'ok' | 'failed') =>
      this.metrics?.asked(service, outcome, (performance.now() - begun) / 1_000);
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
    const answer = await this.#asker.request(subject, body, timeout, headers);
    this.#answeredAt.set(service, performance.now());
    return decodeReply(answer.data);
  }

  /** Returns the kind of a failure that allows another try; null for a final one. */
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

/** Reads, and writes with an idempotency key, have the same effect when repeated. */
function repetitionOf({ effect, access, sentOnce, mayBeSlow }: Operation, context: Context): Repetition {
  if (sentOnce || (effect === 'write' && access !== 'caller')) return 'unheard';
  return mayBeSlow || context.mayBeSlow ? 'unless-silent' : 'freely';
}

/** Returns the service's own refusal, or 503 for other failures. */
function refusalOf(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error);
}

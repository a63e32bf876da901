import { type MsgHdrs, ErrorCode as NatsCode, NatsError } from 'nats';
import type { z } from 'zod';
import { broadcastSubjectOf, calledBy, type Operation, serviceOf, subjectOf } from '#contracts/operation.ts';
import { Status, statusSubject } from '#contracts/status.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { ClaimSigner } from './claim.ts';
import type { BusConnection } from './connection.ts';
import { ConnectionState } from './connection.ts';
import type { Context } from './dispatcher.ts';
import type { PresenceBoard } from './presence.ts';
import { ConnectionLost, RequestSender } from './sender.ts';
import { type Failure, RetryBudget, repetitionOf, sendWithRepeats, usualTryMs } from './tries.ts';
import {
  contractVersion,
  decodeReply,
  encode,
  operationHeader,
  sharedSignatureContract,
  writeHeaders,
} from './wire.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isNatsError(error: unknown, code: NatsCode): boolean {
  return error instanceof NatsError && error.code === code;
}

/**
 * The sender of requests.
 * - A `ClaimSigner`: the gateway, which signs the claims of its clients.
 * - `service`: forwards the received claim if the operation has `forwardedBy`.
 * - `operator`: sends no claim.
 */
export type SenderIdentity = ClaimSigner | 'service' | 'operator';

/** Milliseconds to wait for the status of a service. */
const statusMs = 500;
/** A service without replicas counts as restarting for this many milliseconds after its last answer. */
const restartMs = 1_000;

/** The NATS message of a request. All tries send the same message. */
interface Sending {
  readonly service: string;
  readonly operation: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs;
}

/** Receives the metrics of requests. */
interface CallerMetrics {
  requestEnded(service: string, outcome: 'ok' | 'failed', seconds: number): void;
  /** Counts a repeated request. */
  repeated(service: string): void;
}

/** Sends requests to services. */
export class Caller {
  /** Receives the metrics of requests; null if nobody needs the metrics. */
  metrics: CallerMetrics | null = null;
  /** The announced replicas. */
  replicas: Pick<PresenceBoard, 'contract' | 'countOf'> = { contract: contractVersion, countOf: () => 0 };
  readonly #connection: BusConnection;
  readonly #identity: SenderIdentity;
  readonly #tryMs: number;
  /** For each service: the number of requests without an answer, and the limit on repeats. */
  readonly #services = new Map<string, { pending: number; readonly retries: RetryBudget }>();
  readonly #connectionState: ConnectionState;
  readonly #sender: RequestSender;
  /** Time of each service's last answer, in milliseconds of the monotonic clock. */
  readonly #answeredAt = new Map<string, number>();

  /** `tryMs`: maximum milliseconds of one try. */
  constructor(connection: BusConnection, identity: SenderIdentity, tryMs = usualTryMs) {
    this.#connection = connection;
    this.#identity = identity;
    this.#tryMs = tryMs;
    this.#connectionState = new ConnectionState(connection);
    this.#sender = new RequestSender(connection);
  }

  /** True while this process is connected to NATS. After a second without a connection, every request fails at once. */
  get connected(): boolean {
    return this.#connectionState.connected;
  }

  /** Number of requests waiting for an answer. */
  get pending(): number {
    return [...this.#services.values()].reduce((all, { pending }) => all + pending, 0);
  }

  /** Returns the status of one replica of a service. @throws NatsError when no replica answers */
  async statusOf(service: string): Promise<Status> {
    const options = { timeout: statusMs };
    const answer = await this.#connection.request(statusSubject(service), encode({}), options);
    return Status.parse(decodeReply(answer.data));
  }

  /**
   * Sends a request and returns the reply of any replica, for which it waits until the deadline, or longer by `patienceMs`.
   * Sends the request again:
   *
   * - while no answer arrives, until the deadline. These repeats go to all replicas of the service, because NATS could
   *   choose the silent replica again. The first answer counts. A request with `mayBeSlow` is not repeated in this
   *   case.
   * - after an answer 503, at most twice
   * - if no replica runs, once; or until the deadline if a replica answered in the last second (a restart)
   * - after the connection was lost, on the next connection, at most three times
   *
   * An operator's write, which has no idempotency key, and an operation with `resentOnlyIfUnreceived` are sent again
   * only if no replica received the request.
   *
   * @throws ServiceError the service's refusal, or `service_unavailable`
   */
  async request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    context: Context,
  ): Promise<z.output<Reply>> {
    const service = serviceOf(operation);
    const state = this.#stateOf(service);
    state.pending += 1;
    state.retries.first();
    try {
      return (await this.#send(operation, encode(request), context, state.retries)) as z.output<Reply>;
    } finally {
      state.pending -= 1;
    }
  }

  /** Returns the number of requests to a service that wait for an answer. */
  pendingOf(service: string): number {
    return this.#services.get(service)?.pending ?? 0;
  }

  #stateOf(service: string) {
    const known = this.#services.get(service);
    if (known) return known;
    const state = { pending: 0, retries: new RetryBudget() };
    this.#services.set(service, state);
    return state;
  }

  /**
   * Returns the NATS subject for an operation. Operations have a subject for callers, for operators, or both.
   * If an operation has only one subject, every process uses this subject.
   */
  #subjectOf(operation: Operation): string {
    const by = this.#identity === 'operator' ? 'operator' : 'caller';
    const possible = calledBy(operation);
    return subjectOf(operation, possible.includes(by) ? by : (possible[0] ?? by));
  }

  /** Returns the signed claim to send with a request; an empty text if the request has no claim. */
  #claimFor(
    operation: Operation,
    body: Uint8Array,
    { claim, deadline, proof }: Context,
  ): string | Promise<string> {
    if (typeof this.#identity === 'string') return operation.forwardedBy ? (proof ?? '') : '';
    if (!claim) return '';
    return this.replicas.contract >= sharedSignatureContract
      ? this.#identity.signInTurn(claim, operation, body, deadline)
      : this.#identity.sign(claim, operation, body, deadline);
  }

  async #send(
    operation: Operation,
    body: Uint8Array,
    context: Context,
    retries: RetryBudget,
  ): Promise<unknown> {
    const sending: Sending = {
      service: serviceOf(operation),
      operation: operation.name,
      subject: this.#subjectOf(operation),
      body,
      headers: writeHeaders(context, await this.#claimFor(operation, body, context)),
    };
    const until = context.deadline + (context.patienceMs ?? 0);
    try {
      return await sendWithRepeats({
        deadline: until,
        repetition: repetitionOf(operation, context),
        tryMs: this.#tryMs,
        now: Date.now,
        pause,
        mayRepeat: () => retries.again(),
        attempt: (waitMs, last) => {
          if (last) sending.headers.set('Repeated', '1');
          if (last) this.metrics?.repeated(sending.service);
          const toAll = last === 'silent' && this.#mayBroadcast(sending.service, retries);
          const target = toAll ? this.#broadcastOf(sending) : sending;
          return this.#counted(sending.service, this.#try(target, waitMs, until));
        },
        failureOf: (error) => this.#failureOf(error, sending.service),
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Returns whether the next repeat of a request may go to all replicas of a service (a broadcast). The retry budget
   * must allow one repeat for each replica except the silent replica, which already has the request.
   * `sendWithRepeats` has already taken the first of these repeats from the budget.
   */
  #mayBroadcast(service: string, retries: RetryBudget): boolean {
    const count = this.replicas.countOf(service);
    return count > 1 && retries.again(count - 2);
  }

  /** Returns the message of a request to all replicas of the service. */
  #broadcastOf(sending: Sending): Sending {
    sending.headers.set(operationHeader, sending.operation);
    return { ...sending, subject: broadcastSubjectOf(sending.service, this.#connection.role ?? '') };
  }

  /** Records the outcome and the duration of a try. A refusal counts as `ok`, because the service answered. */
  async #counted(service: string, answer: Promise<unknown>): Promise<unknown> {
    const begun = performance.now();
    const ended = (outcome: 'ok' | 'failed') =>
      this.metrics?.requestEnded(service, outcome, (performance.now() - begun) / 1_000);
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
    await this.#connectionState.waitUntilConnected(deadline - Date.now());
    const timeout = Math.max(1, Math.min(waitMs, deadline - Date.now()));
    const answer = await this.#sender.request(subject, body, timeout, headers);
    this.#answeredAt.set(service, performance.now());
    return decodeReply(answer.data);
  }

  /** Returns the kind of a failure that allows another try; null if the failure is final. */
  #failureOf(error: unknown, service: string): Failure | null {
    if (error instanceof ConnectionLost) return 'lost';
    if (isNatsError(error, NatsCode.Timeout)) return 'silent';
    if (isNatsError(error, NatsCode.NoResponders)) {
      const answeredAt = this.#answeredAt.get(service) ?? Number.NEGATIVE_INFINITY;
      return performance.now() - answeredAt < restartMs ? 'away' : 'nobody';
    }
    return error instanceof ServiceError && error.code === 'service_unavailable' ? 'refused' : null;
  }
}

/** Returns a refusal of the service unchanged, and 503 for any other failure. */
function refusalOf(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error);
}

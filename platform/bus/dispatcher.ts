import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { CalledBy, Operation } from '#contracts/operation.ts';
import { asServiceError, refusal, statusOf, unavailable } from '#platform/errors/errors.ts';

/** The context of a request: id, deadline and claim. */
export interface Context {
  /** The id of the client's request. All services write this id in their log lines. */
  readonly requestId: string;
  /** The time after which nobody needs the answer, in Unix milliseconds. */
  readonly deadline: number;
  /** The verified caller; null for an anonymous caller and for an operator. */
  readonly claim: Claim | null;
  /** The signed text of `claim`. A service may forward this text with operations that have `forwardedBy`. */
  readonly proof?: string;
  /** True if an earlier try of the request may still be running. */
  readonly repeated?: boolean;
  /**
   * True if the request may be slow (see `mayBeSlow` of an operation). The service does not receive this
   * member.
   */
  readonly mayBeSlow?: boolean;
  /**
   * Milliseconds for which the caller waits after the deadline, because the service may wait for something that is not ours.
   * The service does not receive this member, and does its own work before the deadline.
   */
  readonly patienceMs?: number;
  /** The kind of the caller, as a service learns it. Absent on the private port, which only operators use. */
  readonly by?: CalledBy;
}

/** An operation with its handler. Callers reach the operation over NATS or over the private HTTP port. */
export interface ImplementedOperation {
  readonly operation: Operation;
  /** Validates the request, runs the handler and returns the reply. @throws ServiceError */
  run(request: unknown, context: Context): Promise<unknown>;
}

/** Returns an operation that runs a handler. */
export function implement<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  handler: (request: z.output<Request>, context: Context) => Promise<z.input<Reply>>,
): ImplementedOperation {
  return {
    operation,
    async run(request, context) {
      const parsed = operation.request.safeParse(request);
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw refusal('service_invalid_request', { issues });
      }
      return handler(parsed.data, context);
    },
  };
}

/** Returns the operation with a check of its replies against the contract. Only tests use this check. */
export function checked(served: ImplementedOperation): ImplementedOperation {
  return {
    operation: served.operation,
    run: async (request, context) => served.operation.reply.parse(await served.run(request, context)),
  };
}

/** The methods of the logger that report failed operations. */
type Log = Readonly<Record<'error' | 'warn' | 'debug', (members: object, message: string) => void>>;

/** Counts operations for the metrics of the process. */
interface Counts {
  began(): void;
  /** `outcome` is `ok` or the error's code; `failed` is true for server faults. */
  ended(operation: string, outcome: string, failed: boolean, milliseconds: number): void;
}

/**
 * Runs the operations that arrive over NATS and over the private HTTP port. Counts running operations, logs failures,
 * and refuses late requests. The gateways limit how many operations run at once.
 */
export class Dispatcher {
  readonly #served = new Map<string, ImplementedOperation>();
  readonly #log: Log;
  readonly #counts: Counts;
  #running = 0;
  #idle: (() => void) | null = null;

  constructor(served: readonly ImplementedOperation[], log: Log, counts: Counts) {
    for (const one of served) this.#served.set(one.operation.name, one);
    this.#log = log;
    this.#counts = counts;
  }

  get served(): readonly ImplementedOperation[] {
    return [...this.#served.values()];
  }

  /** Number of running operations. */
  get running(): number {
    return this.#running;
  }

  /** Runs one operation and returns its reply. @throws ServiceError for every failure */
  async dispatch(name: string, request: unknown, context: Context): Promise<unknown> {
    const served = this.#served.get(name);
    if (!served) throw refusal('service_unknown_operation', {});
    if (Date.now() > context.deadline) throw unavailable('the deadline has passed');
    const start = performance.now();
    this.#running += 1;
    this.#counts.began();
    try {
      const reply = await served.run(request, context);
      this.#counts.ended(name, 'ok', false, performance.now() - start);
      return reply;
    } catch (thrown) {
      const error = asServiceError(thrown);
      const failed = statusOf(error) >= 500;
      this.#counts.ended(name, error.code, failed, performance.now() - start);
      const level = error.code === 'service_internal' ? 'error' : failed ? 'warn' : 'debug';
      this.#log[level](
        { operation: name, requestId: context.requestId, err: error.cause ?? error },
        error.code,
      );
      throw error;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle?.();
    }
  }

  /** Logs that a request was dropped: its reply subject is not an inbox of a role that may send this request. */
  dropped(subject: string, reply: string): void {
    this.#log.warn({ subject, reply }, 'a request with a foreign reply subject was dropped');
  }

  /** Resolves when no operation runs, or after `milliseconds`. */
  async idle(milliseconds: number): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

import { asServiceError, refusal, statusOf, unavailable } from '#platform/errors/errors.ts';
import type { Context } from './context.ts';
import type { ImplementedOperation } from './implement.ts';

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

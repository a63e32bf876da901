import type { DeclaredErrors } from './codes/declared-errors.ts';
import { type ErrorCode, type ErrorData, registry } from './registry.ts';

const brand = Symbol.for('cartwright.ServiceError');

/**
 * A refusal or fault that clients see: a code of the registry and its data. `platform/sentences` has the sentences for
 * people.
 */
export class ServiceError extends Error {
  /**
   * Also true for errors of another instance of this module: beside a bundled process, the shop's extensions import the
   * sources (docs/login-extensions.md).
   */
  static override [Symbol.hasInstance](value: unknown): value is ServiceError {
    return value instanceof Error && brand in value;
  }

  get [brand](): true {
    return true;
  }

  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  /** The sentence of a shop's extension, or of an older process or record, which is shown as it is; else null. */
  readonly text: string | null;

  constructor(
    code: ErrorCode,
    data: Record<string, unknown>,
    { text, ...options }: ErrorOptions & { text?: string | undefined } = {},
  ) {
    super(text ?? code, options);
    this.code = code;
    this.data = data;
    this.text = text ?? null;
  }
}

/** Returns the error for a code, with the data that the registry declares. */
export function refusal<C extends ErrorCode>(
  code: C,
  data: ErrorData<C>,
  options?: ErrorOptions,
): ServiceError {
  return new ServiceError(code, data, options);
}

/** Returns the error for a temporary fault: 503 with `Retry-After`. */
export function unavailable(cause?: unknown): ServiceError {
  return refusal('service_unavailable', { retry_after: 1 }, { cause });
}

/** Returns whether a received code is in the registry of this process. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(registry, code);
}

/**
 * Returns a thrown `ServiceError` unchanged. For any other value, returns `service_internal` with the value as
 * cause for the log.
 */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : refusal('service_internal', {}, { cause: thrown });
}

/** Returns the HTTP status of an error: the status in the error's data, or else the status of the error's code. */
export function statusOf({ code, data }: ServiceError): number {
  return typeof data.status === 'number' ? data.status : registry[code].status;
}

/** Returns whether a correct request can get an error with this code too, because of the present state of the shop. */
export function isByState(code: ErrorCode): boolean {
  return (registry as DeclaredErrors)[code]?.byState === true;
}

/** Checks the deadline of a request in a long loop. @throws ServiceError `service_unavailable` after the deadline */
export type DeadlineCheck = () => void;

/** Returns a check of a deadline. `deadline` and `now` are in Unix milliseconds. */
export function deadlineCheck(deadline: number, now: () => number): DeadlineCheck {
  return () => {
    if (now() > deadline) throw unavailable('the deadline has passed');
  };
}

/** A check that never throws, for work without a deadline. */
export const noDeadline: DeadlineCheck = () => undefined;

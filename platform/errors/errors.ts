import { ExtensionRefusal } from './codes/accounts.ts';
import type { DeclaredErrors } from './codes/declared-errors.ts';
import { type ErrorCode, type ErrorData, registry } from './registry.ts';

const brand = Symbol.for('cartwright.ServiceError');

/** A refusal or fault that clients see: a code of the registry, its data, and a sentence for people. */
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

  constructor(
    code: ErrorCode,
    data: Record<string, unknown>,
    options: ErrorOptions & { message?: string } = {},
  ) {
    super(options.message ?? registry[code].message, options);
    this.code = code;
    this.data = data;
  }
}

/**
 * Returns the error for a code, with the data that the registry declares. `message` replaces the message of the
 * registry, for example to name a product.
 */
export function refusal<C extends ErrorCode>(
  code: C,
  data: ErrorData<C>,
  options?: ErrorOptions & { message?: string },
): ServiceError {
  return new ServiceError(code, data, options);
}

/** An error about one parameter, in the form of WordPress. The message begins with the name of the parameter. */
export interface ParameterFault {
  readonly code: string;
  readonly message: string;
  readonly data: null;
}

/** Returns a text as a sentence. WordPress ends some of its messages without a full stop. */
function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/**
 * Returns the error for invalid parameters. The message has one sentence for each parameter. `given` maps names of
 * parameters to the received values that the message shows.
 */
export function invalidParameters(
  details: Readonly<Record<string, ParameterFault>>,
  given: Readonly<Record<string, string>> = {},
): ServiceError {
  const params = Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message]));
  const sentences = Object.entries(params).map(
    ([name, message]) => sentence(message) + (Object.hasOwn(given, name) ? ` Given: ${given[name]}.` : ''),
  );
  return refusal('rest_invalid_param', { params, details: { ...details } }, { message: sentences.join(' ') });
}

/** Returns the error for one invalid parameter. `message` is the end of a sentence that begins with `name`. */
export function invalidParameter(name: string, message: string): ServiceError {
  const detail = { code: 'rest_invalid_param', message: `${name} ${message}`, data: null };
  return invalidParameters({ [name]: detail });
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

/** Returns the code, message and data that clients see. A refusal by a login extension may have its own code. */
function refusalOf({ code, message, data }: ServiceError): ExtensionRefusal {
  const isExtensions = code === 'service_login_extension_refusal';
  return isExtensions ? ExtensionRefusal.parse(data.refusal) : { code, message, data: { ...data } };
}

/**
 * Returns the public body of an error (docs/reference/README.md#errors): the status, and `{ code, message,
 * data: { status, …members } }`.
 */
export function publicBody(error: ServiceError) {
  const status = statusOf(error);
  const { code, message, data } = refusalOf(error);
  return { status, body: { code, message, data: { status, ...data } } };
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

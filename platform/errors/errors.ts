import { ExtensionRefusal } from './codes/login-extensions.ts';
import { type ErrorCode, type ErrorData, registry } from './registry.ts';

/** The one error class: a code of the registry, the data that belongs to it, a sentence for people. */
export class ServiceError extends Error {
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
 * The error for a code, with exactly the data members the registry gives that code.
 * `message` replaces the registry's sentence where a fact belongs into it, a product's name or a bound.
 */
export function refusal<C extends ErrorCode>(
  code: C,
  data: ErrorData<C>,
  options?: ErrorOptions & { message?: string },
): ServiceError {
  return new ServiceError(code, data, options);
}

/** The error for one parameter that has no meaning here; the sentence goes on after its name. */
export function invalidParameter(name: string, message: string): ServiceError {
  const told = { code: 'rest_invalid_param', message: `${name} ${message}`, data: null };
  return refusal(
    'rest_invalid_param',
    { params: { [name]: told.message }, details: { [name]: told } },
    { message: `Invalid parameter(s): ${name}` },
  );
}

/** A fault of ours or of an engine, to be tried again in a moment: 503 with `Retry-After`. */
export function unavailable(cause?: unknown): ServiceError {
  return refusal('service_unavailable', { retry_after: 1 }, { cause });
}

/** Whether a code that came over a wire is one that this process knows. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(registry, code);
}

/**
 * What was thrown, as a `ServiceError`; anything unknown becomes `service_internal` with the cause kept for the log.
 */
export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : refusal('service_internal', {}, { cause: thrown });
}

/** The HTTP status of an error: its code's, unless its data says which of the code's it is. */
export function statusOf({ code, data }: ServiceError): number {
  return typeof data.status === 'number' ? data.status : registry[code].status;
}

/** What clients are told of an error: of an extension's refusal with a code of its own, that one. */
function toldOf({ code, message, data }: ServiceError): ExtensionRefusal {
  const isExtensions = code === 'service_login_extension_refusal';
  return isExtensions ? ExtensionRefusal.parse(data.refusal) : { code, message, data: { ...data } };
}

/**
 * Public form of an error (docs/reference/README.md#errors): the status, and `{ code, message, data: { status, …members
 * } }`.
 */
export function publicBody(error: ServiceError) {
  const status = statusOf(error);
  const { code, message, data } = toldOf(error);
  return { status, body: { code, message, data: { status, ...data } } };
}

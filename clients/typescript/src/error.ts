import type { Schemas } from './types.ts';

type ErrorBodies = {
  [Name in keyof Schemas as Name extends `Error${string}` ? Name : never]: Schemas[Name];
};
type AnyBody = ErrorBodies[keyof ErrorBodies];
/** The bodies whose code is known. The code of a shop's own extension may be any text. */
type KnownBody = AnyBody extends infer Body
  ? Body extends { code: infer Code; data: object }
    ? string extends Code
      ? never
      : Body
    : never
  : never;

/** The codes in docs/errors.md. */
export type ErrorCode = KnownBody['code'];

/** The codes of failures in which the service did not answer. */
export type ClientErrorCode = 'client_network_error' | 'client_timeout' | 'client_invalid_answer';

/** The data members of a code, without the status. */
export type MembersOf<Code extends ErrorCode> = Omit<Extract<KnownBody, { code: Code }>['data'], 'status'>;

interface Failure {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** A failed request. An aborted request throws the reason of its signal instead. */
export class CartwrightError extends Error {
  override readonly name = 'CartwrightError';
  /** A code of docs/errors.md, of an extension of the shop, or `client_…`. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The data members of the code, such as `available`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** How many times the request was sent. */
  attempts = 1;

  constructor({ code, status, message, members = {}, headers = new Headers(), cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.members = members;
    this.headers = headers;
  }

  /** Whether the error has this code. If so, `members` has the type of this code. */
  is<Code extends ErrorCode>(code: Code): this is CartwrightError & { readonly members: MembersOf<Code> } {
    return this.code === code;
  }

  /** Seconds after which the request may be repeated, or null without a valid `Retry-After`. */
  get retryAfter(): number | null {
    const text = this.headers.get('Retry-After')?.trim() ?? '';
    if (/^\d+$/.test(text)) return Number(text);
    // A proxy may send a date. It is compared with the answer's own date, since the client's clock may be wrong.
    const until = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
    const now = Date.parse(this.headers.get('Date') ?? '') || Date.now();
    return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000));
  }

  /** The id of the request in the logs of the shop, or null. */
  get requestId(): string | null {
    return this.headers.get('X-Request-Id');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the error of an answer. A body that is not from the service, but from a proxy for example, gets the code
 * `client_invalid_answer`.
 */
export async function errorOf(response: Response): Promise<CartwrightError> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  if (!isObject(body) || typeof body.code !== 'string') {
    const message = `The shop answered with status ${status}.`;
    return new CartwrightError({ code: 'client_invalid_answer', status, message, headers });
  }
  const { status: _, ...members } = isObject(body.data) ? body.data : {};
  return new CartwrightError({ code: body.code, status, message: String(body.message), members, headers });
}

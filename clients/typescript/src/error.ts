import type { Schemas } from './types.ts';

type ErrorBodies = {
  [Name in keyof Schemas as Name extends `Error${string}` ? Name : never]: Schemas[Name];
};
type AnyBody = ErrorBodies[keyof ErrorBodies];
/** The error bodies with a fixed code. An extension of a shop may use other codes, so its errors are left out. */
type KnownBody = AnyBody extends infer Body
  ? Body extends { code: infer Code; data: object }
    ? string extends Code
      ? never
      : Body
    : never
  : never;

/** The error codes of the service, which docs/errors.md lists. */
export type ErrorCode = KnownBody['code'];

/** The error codes of failures in which the service gave no valid answer. */
export type ClientErrorCode =
  | 'client_network_error'
  | 'client_redirected'
  | 'client_timeout'
  | 'client_invalid_answer';

/** The members of `data` in an error with this code, except the status. */
export type MembersOf<Code extends ErrorCode> = Omit<Extract<KnownBody, { code: Code }>['data'], 'status'>;

interface Failure {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** The error of a failed request. An aborted request throws the reason of its abort signal instead. */
export class CartwrightError extends Error {
  override readonly name = 'CartwrightError';
  /** The error code: one of docs/errors.md, one of an extension of the shop, or a `ClientErrorCode`. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** The HTTP status of the answer; 0 if there was no answer. */
  readonly status: number;
  /** The members of the error's `data`, such as `available`. Which members exist depends on the code. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The headers of the answer; empty if there was no answer. */
  readonly headers: Headers;
  /** How many times the request was sent, including repetitions. */
  attempts = 1;

  constructor({ code, status, message, members = {}, headers = new Headers(), cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.members = members;
    this.headers = headers;
  }

  /** Returns whether the error has this code. TypeScript then knows the members of `members`. */
  is<Code extends ErrorCode>(code: Code): this is CartwrightError & { readonly members: MembersOf<Code> } {
    return this.code === code;
  }

  /** Seconds after which the request may be repeated; null if the answer has no valid `Retry-After`. */
  get retryAfter(): number | null {
    const text = this.headers.get('Retry-After')?.trim() ?? '';
    if (/^\d+$/.test(text)) return Number(text);
    // A proxy may send a date. The client's clock may be wrong, so the date is compared with the date of the answer.
    const until = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
    const now = Date.parse(this.headers.get('Date') ?? '') || Date.now();
    return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000));
  }

  /** The id of the request in the logs of the shop; null if the answer has no id. */
  get requestId(): string | null {
    return this.headers.get('X-Request-Id');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the error for an answer that is no success. If a proxy and not the service has written the body, the error
 * has the code `client_invalid_answer`.
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

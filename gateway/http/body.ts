import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { memo } from '#platform/util/memo.ts';
import { type Form, formIn, tooMany } from './form.ts';

/** Maximum number of bytes of a request body. */
const bodyLimitBytes = 262_144;
/** Maximum number of levels to which JSON may be nested. */
const depthLimit = 20;
/**
 * Maximum number of chunks of a body. Reading a body in chunks of one byte would take so long that other
 * clients wait.
 */
const maxChunks = 4_096;

/**
 * A function that returns the value of a path, query or body parameter; undefined if the request lacks the
 * parameter.
 */
export interface Parameters {
  (name: string): unknown;
  /** Names of all parameters. Only routes that accept undeclared parameters need these names. */
  readonly names?: readonly string[];
}

export const noParameters: Parameters = () => undefined;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the error for invalid JSON, with PHP's error number and message, because clients of CoCart show the
 * number and the message.
 */
function invalidJson(code: number, message: string) {
  return refusal('rest_invalid_json', { json_error_code: code, json_error_message: message });
}

/** Maximum number of values in a JSON body. */
const maxValues = 20_000;

function formParameters(form: Form): Parameters {
  return Object.assign((name: string) => form.get(name), { names: form.names });
}

/**
 * Returns the parameters of a query or of a URL-encoded form (docs/reference/README.md#requests). The name of
 * a parameter is the text before the first bracket: `a[b]=1` and `a[c]=2` give one parameter with the name
 * `a`.
 *
 * @throws ServiceError `service_too_many_parameters` for more than 1,000 pairs, `rest_invalid_param` for a
 * name with too many brackets
 */
export function urlParameters(text: string): Parameters {
  return text === '' ? noParameters : formParameters(formIn(text));
}

/**
 * Checks depth and number of values of parsed JSON. `allowed` is the number of values that the body may
 * still contain. Returns the number that is left after `value`.
 *
 * @throws ServiceError `rest_invalid_json`, `service_too_many_parameters`
 */
function checkTree(value: unknown, depth: number, allowed: number): number {
  if (allowed === 0) throw tooMany(maxValues);
  let remaining = allowed - 1;
  if (typeof value !== 'object' || value === null) return remaining;
  if (depth > depthLimit) throw invalidJson(1, 'Maximum stack depth exceeded');
  for (const child of Object.values(value)) remaining = checkTree(child, depth + 1, remaining);
  return remaining;
}

/** Returns the members of a JSON object as parameters. */
export function memberParameters(members: Readonly<Record<string, unknown>>): Parameters {
  const lookUp = (name: string) => (Object.hasOwn(members, name) ? members[name] : undefined);
  return Object.assign(lookUp, { names: Object.keys(members) });
}

function jsonParameters(text: string): Parameters {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalidJson(4, 'Syntax error');
  }
  checkTree(parsed, 1, maxValues);
  // Lists, numbers, texts and null have no parameters. PHP clients send an empty list for an empty object.
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return noParameters;
  return memberParameters(parsed as Record<string, unknown>);
}

function tooLarge() {
  return refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes });
}

/**
 * Returns the bytes of a body. Stops reading a body with too many chunks.
 *
 * @throws ServiceError `service_request_too_large` for too many chunks
 */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  let chunks = 0;
  const count = () => {
    chunks += 1;
    if (chunks <= maxChunks) return;
    request.off('data', count);
    request.pause();
    reject(refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes, reason: 'pieces' }));
  };
  request.on('data', count);
  try {
    return await Promise.race([getRawBody(request, { limit: bodyLimitBytes }), refused]);
  } finally {
    request.off('data', count);
  }
}

/** The body of a request, which may be read before the request begins. */
const received = memo(bytesOf);

function hasBody({ headers: { 'content-length': length, 'transfer-encoding': chunked } }: IncomingMessage) {
  return chunked !== undefined || (length !== undefined && length !== '0');
}

/** Returns the error for a body that is refused before it is read; null for other bodies. */
function refusalOf({ headers }: IncomingMessage): ServiceError | null {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return refusal('service_unsupported_media_type', {});
  return Number(headers['content-length'] ?? 0) > bodyLimitBytes ? tooLarge() : null;
}

/**
 * Reads the body of a request, for a later call of `readBody`. Resolves with the number of bytes, also if the body is
 * invalid. Null for a request without a body to read.
 */
export function receiveBody(request: IncomingMessage): Promise<number> | null {
  if (!hasBody(request) || refusalOf(request)) return null;
  return received(request).then(
    ({ length }) => length,
    () => 0,
  );
}

async function readBytes(request: IncomingMessage, cutOff: () => void): Promise<Buffer> {
  const refused = refusalOf(request);
  if (refused) throw refused;
  try {
    return await received(request);
  } catch (error) {
    if (error instanceof ServiceError) cutOff();
    throw (error as { type?: string }).type === 'entity.too.large' ? tooLarge() : error;
  }
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson(4, 'Syntax error');
  }
}

/**
 * Returns the parameters of a body, which may be JSON, a URL-encoded form or a multipart form
 * (docs/reference/README.md#requests). Other content types, an empty body and JSON that is not an object
 * have no parameters.
 *
 * @throws ServiceError
 * - `rest_invalid_json`, `service_invalid_form`, `service_too_many_parameters`
 * - `service_request_too_large` for more than 256 KiB, if possible before the body is read
 * - `service_request_too_large` for more than 4,096 chunks, after a call of `cutOff`
 * - `service_unsupported_media_type` for a compressed body and for a file
 * - `rest_invalid_param` for a name with too many brackets
 */
export async function readBody(request: IncomingMessage, cutOff: () => void): Promise<Parameters> {
  if (!hasBody(request)) return noParameters;
  const { 'content-type': type = '' } = request.headers;
  const bytes = await readBytes(request, cutOff);
  const kind = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (kind === 'application/json' || kind.endsWith('+json')) {
    const text = textOf(bytes);
    return text.trim() === '' ? noParameters : jsonParameters(text);
  }
  if (kind === 'application/x-www-form-urlencoded') return urlParameters(textOf(bytes));
  if (kind !== 'multipart/form-data' || bytes.length === 0) return noParameters;
  // The parser is loaded when the first multipart form arrives, because few clients send multipart forms.
  const { multipartForm } = await import('./form.ts');
  return formParameters(await multipartForm(bytes, type));
}

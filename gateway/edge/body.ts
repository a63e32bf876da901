import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refusal } from '#platform/errors/errors.ts';
import { type Form, formIn, refusedNames, tooMany } from './form.ts';

/** Largest body in bytes. */
const bodyLimitBytes = 262_144;
const depthLimit = 20;
/**
 * Maximum number of chunks of a body. Each costs time; a body in chunks of one byte would block other
 * clients.
 */
const mostPieces = 4_096;

/** Looks parameters up by name; undefined for an unknown name. */
export interface Parameters {
  (name: string): unknown;
  /** All names, for routes that accept undeclared ones. */
  readonly names?: readonly string[];
}

export const noParameters: Parameters = () => undefined;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** PHP's number and sentence for a JSON error, which CoCart's clients show. */
function invalidJson(code: number, message: string) {
  return refusal('rest_invalid_json', { json_error_code: code, json_error_message: message });
}

/** Maximum number of values in a JSON body. */
const mostValues = 20_000;

function formParameters(form: Form): Parameters {
  return Object.assign((name: string) => form.get(name), { names: form.names });
}

/**
 * Returns the parameters of a query, or of a form in the same writing (docs/reference/README.md#requests).
 * `names` have no brackets.
 *
 * @throws ServiceError `service_too_many_parameters` above 1,000 pairs, `rest_invalid_param` for a name with too
 * many brackets
 */
export function urlParameters(text: string): Parameters {
  return text === '' ? noParameters : formParameters(formIn(text));
}

/** Checks names and depth of a value. Returns how many of `left` values remain. @throws ServiceError */
function checkTree(value: unknown, depth: number, left: number): number {
  if (left === 0) throw tooMany(mostValues);
  let rest = left - 1;
  if (typeof value !== 'object' || value === null) return rest;
  if (depth > depthLimit) throw invalidJson(1, 'Maximum stack depth exceeded');
  if (Array.isArray(value)) {
    for (const child of value) rest = checkTree(child, depth + 1, rest);
    return rest;
  }
  for (const [name, child] of Object.entries(value)) {
    if (refusedNames.has(name)) throw invalidJson(10, 'The decoded property name is invalid');
    rest = checkTree(child, depth + 1, rest);
  }
  return rest;
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
  checkTree(parsed, 1, mostValues);
  // PHP sends an empty list for an empty object; other values have no named parameters.
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return noParameters;
  return memberParameters(parsed as Record<string, unknown>);
}

function tooLarge() {
  return refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes });
}

/**
 * Reads a body. Calls `cutOff` if it has too many chunks, so that nothing more is read.
 *
 * @throws ServiceError `service_request_too_large` for too many pieces
 */
async function bytesOf(request: IncomingMessage, cutOff: () => void): Promise<Buffer> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  let pieces = 0;
  const count = () => {
    pieces += 1;
    if (pieces <= mostPieces) return;
    request.off('data', count);
    cutOff();
    const message = 'The request body comes in too many pieces.';
    reject(refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes }, { message }));
  };
  request.on('data', count);
  try {
    return await Promise.race([getRawBody(request, { limit: bodyLimitBytes }), refused]);
  } finally {
    request.off('data', count);
  }
}

async function readBytes(request: IncomingMessage, cutOff: () => void): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') throw refusal('service_unsupported_media_type', {});
  if (Number(length ?? 0) > bodyLimitBytes) throw tooLarge();
  try {
    return await bytesOf(request, cutOff);
  } catch (error) {
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
 * Reads the parameters of a body: JSON, or a form in either writing. Other types, an empty body and JSON that
 * is not an object give none (docs/reference/README.md#requests).
 *
 * @throws ServiceError `rest_invalid_json`; `service_invalid_form`; `service_request_too_large` above 256 KiB,
 * before it is read, and for more than 4,096 pieces, for which `cutOff` is called;
 * `service_unsupported_media_type` for a compressed one and for a file; `service_too_many_parameters`;
 * `rest_invalid_param` for a name with too many brackets
 */
export async function readBody(request: IncomingMessage, cutOff: () => void): Promise<Parameters> {
  const {
    'content-type': type = '',
    'content-length': length,
    'transfer-encoding': chunked,
  } = request.headers;
  if (chunked === undefined && (length === undefined || length === '0')) return noParameters;
  const bytes = await readBytes(request, cutOff);
  const kind = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (kind === 'application/json' || kind.endsWith('+json')) {
    const text = textOf(bytes);
    return text.trim() === '' ? noParameters : jsonParameters(text);
  }
  if (kind === 'application/x-www-form-urlencoded') return urlParameters(textOf(bytes));
  if (kind !== 'multipart/form-data' || bytes.length === 0) return noParameters;
  // Few clients send it, so the parser is loaded by the first one.
  const { multipartForm } = await import('./multipart.ts');
  return formParameters(await multipartForm(bytes, type));
}

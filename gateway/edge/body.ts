import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refusal } from '#platform/errors/errors.ts';

/** Largest body in bytes. */
const bodyLimitBytes = 262_144;
const depthLimit = 20;
/** Most chunks of a body. Each costs time; a body in chunks of one byte would block other clients. */
const mostPieces = 4_096;

/** Looks parameters up by name; undefined for an unknown name. */
export interface Parameters {
  (name: string): unknown;
  /** All names, for routes that accept undeclared ones. */
  readonly names?: readonly string[];
}

export const noParameters: Parameters = () => undefined;

/** Names that could reach an object's prototype if parsed data were merged. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** PHP's number and sentence for a JSON error, which CoCart's clients show. */
function invalidJson(code: number, message: string) {
  return refusal('rest_invalid_json', { json_error_code: code, json_error_message: message });
}

/** Most name-value pairs of a query or form, and most values of a JSON body. */
const mostPairs = 1_000;
const mostValues = 20_000;

function tooMany(maximum: number) {
  return refusal('service_too_many_parameters', { maximum });
}

/** Matches the brackets behind a list's name: an index, a member, and `[]` for several values. */
const entryName =
  /^\[(\d{0,3})\](?:\[(?!(?:__proto__|constructor|prototype)\])([a-z_]{1,40})\](\[\d{0,3}\])?)?$/;
/** The longest text that `entryName` can match. */
const longestEntryName = 52;

type FormRecord = Record<string, string | string[]>;

/** The values of one name in a query or form. */
class Given {
  /** The last plain value. */
  text: string | undefined;
  readonly #texts: string[] = [];
  readonly #records = new Map<string, FormRecord>();

  /** Adds `value` for the brackets behind the name, such as `[0][member]`. Other brackets are ignored. */
  add(behind: string, value: string): void {
    const [, index, member, several] =
      (behind.length <= longestEntryName ? entryName.exec(behind) : null) ?? [];
    if (index === undefined) return;
    if (member === undefined) this.#texts.push(value);
    else this.#addMember(index, member, value, several !== undefined);
  }

  #addMember(index: string, member: string, value: string, several: boolean): void {
    // A plain object, so that a wrong type fails validation instead of throwing.
    const record = this.#records.get(index) ?? {};
    this.#records.set(index, record);
    const before = record[member];
    if (!several || before === undefined) record[member] = several ? [value] : value;
    else if (Array.isArray(before)) before.push(value);
    else record[member] = [before, value];
  }

  get value(): string | readonly unknown[] | undefined {
    if (this.text !== undefined) return this.text;
    const entries = [...this.#texts, ...this.#records.values()];
    return entries.length === 0 ? undefined : entries;
  }
}

/** Parses a query or form in one pass. @throws ServiceError for too many pairs */
function givenIn(text: string): Map<string, Given> {
  if (text.split('&', mostPairs + 1).length > mostPairs) throw tooMany(mostPairs);
  const all = new Map<string, Given>();
  for (const [written, value] of new URLSearchParams(text)) {
    const bracket = written.indexOf('[');
    const name = bracket < 0 ? written : written.slice(0, bracket);
    const given = all.get(name) ?? new Given();
    all.set(name, given);
    if (bracket < 0) given.text = value;
    else given.add(written.slice(bracket), value);
  }
  return all;
}

/**
 * Returns the parameters of a query or form: texts, and lists written as `name[]=a`, `name[0]=a` or, for
 * lists of records, `name[0][member]=a` and `name[0][member][]=a`
 * (docs/reference/catalogue.md#filters-by-attribute). Other nesting is ignored. The last of several texts
 * wins. `names` have no brackets.
 *
 * @throws ServiceError `service_too_many_parameters` above 1,000 pairs
 */
export function urlParameters(text: string): Parameters {
  if (text === '') return noParameters;
  const all = givenIn(text);
  const names = [...all.keys()].filter((name) => !refusedNames.has(name));
  return Object.assign((name: string) => all.get(name)?.value, { names });
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

async function readText(request: IncomingMessage, cutOff: () => void): Promise<string> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') throw refusal('service_unsupported_media_type', {});
  if (Number(length ?? 0) > bodyLimitBytes) throw tooLarge();
  let bytes: Buffer;
  try {
    bytes = await bytesOf(request, cutOff);
  } catch (error) {
    throw (error as { type?: string }).type === 'entity.too.large' ? tooLarge() : error;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson(4, 'Syntax error');
  }
}

/**
 * Reads the parameters of a body: JSON, or a form. Other types, an empty body and JSON that is not an object
 * give none (docs/reference/README.md#requests).
 *
 * @throws ServiceError `rest_invalid_json`; `service_request_too_large` above 256 KiB, before it is read, and
 * for more than 4,096 pieces, for which `cutOff` is called; `service_unsupported_media_type` for a compressed
 * one; `service_too_many_parameters`
 */
export async function readBody(request: IncomingMessage, cutOff: () => void): Promise<Parameters> {
  const {
    'content-type': type = '',
    'content-length': length,
    'transfer-encoding': chunked,
  } = request.headers;
  if (chunked === undefined && (length === undefined || length === '0')) return noParameters;
  const text = await readText(request, cutOff);
  const kind = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (kind === 'application/json' || kind.endsWith('+json')) {
    return text.trim() === '' ? noParameters : jsonParameters(text);
  }
  return kind === 'application/x-www-form-urlencoded' ? urlParameters(text) : noParameters;
}

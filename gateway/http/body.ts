import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refusal } from '#platform/errors/errors.ts';

/** Bytes that a request body may have. */
const bodyLimitBytes = 262_144;
const depthLimit = 20;

/** Where parameters are looked up by name; undefined where there is none of that name. */
export interface Parameters {
  (name: string): unknown;
  /** What there is, where a body can tell: for a route that takes more than the names it declares. */
  readonly names?: readonly string[];
}

export const noParameters: Parameters = () => undefined;

/** Names that would reach an object's prototype if somebody ever merged what was parsed. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The number and sentence by which PHP names a fault in JSON: CoCart's clients show them. */
function invalidJson(code: number, message: string) {
  return refusal('rest_invalid_json', { json_error_code: code, json_error_message: message });
}

const mostEntries = 1_000;
/** What stands behind the name of a list: an entry's number, a member of it, and whether that has several values. */
const entryName =
  /^\[(\d{0,3})\](?:\[(?!(?:__proto__|constructor|prototype)\])([a-z_]{1,40})\](\[\d{0,3}\])?)?$/;

/**
 * The entries of a list written as `name[]=a`, `name[0]=a` or, for a list of records, `name[0][member]=a` and
 * `name[0][member][]=a`: the one nested form there is (docs/reference/catalogue.md#filters-by-attribute). Undefined
 * when there are none.
 */
function listOf(parsed: URLSearchParams, name: string): unknown[] | undefined {
  const texts: string[] = [];
  const records = new Map<string, Record<string, string | string[]>>();
  for (const [given, value] of parsed) {
    if (!given.startsWith(`${name}[`)) continue;
    const [, index, member, several] = entryName.exec(given.slice(name.length)) ?? [];
    if (index === undefined || texts.length + records.size >= mostEntries) continue;
    if (member === undefined) {
      texts.push(value);
      continue;
    }
    // An object like any other, so that one in the place of a text is a bad text and no fault.
    const record = records.get(index) ?? {};
    records.set(index, record);
    record[member] = several === undefined ? value : [...[record[member] ?? []].flat(), value];
  }
  const entries = [...texts, ...records.values()];
  return entries.length === 0 ? undefined : entries;
}

/**
 * Parameters in a query or a form: texts, and lists of texts or of flat records (`listOf`). Of a text given twice the
 * last one counts.
 */
export function urlParameters(text: string): Parameters {
  if (text === '') return noParameters;
  const parsed = new URLSearchParams(text);
  const hasLists = text.includes('[') || /%5b/i.test(text);
  return (name) => parsed.getAll(name).at(-1) ?? (hasLists ? listOf(parsed, name) : undefined);
}

/** The same with the names that there are, those of lists without their brackets. */
function formParameters(text: string): Parameters {
  const given = [...new URLSearchParams(text).keys()].map((name) => name.replace(/\[.*$/, ''));
  const names = [...new Set(given)].filter((name) => !refusedNames.has(name)).slice(0, mostEntries);
  const lookUp = urlParameters(text);
  return Object.assign((name: string) => lookUp(name), { names });
}

function checkTree(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > depthLimit) throw invalidJson(1, 'Maximum stack depth exceeded');
  for (const [name, child] of Object.entries(value)) {
    if (refusedNames.has(name)) throw invalidJson(10, 'The decoded property name is invalid');
    checkTree(child, depth + 1);
  }
}

/** The members of a JSON object as parameters. */
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
  checkTree(parsed, 1);
  // An empty list is what PHP sends for "nothing"; a list, a number or a text names no parameters either.
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return noParameters;
  return memberParameters(parsed as Record<string, unknown>);
}

function tooLarge() {
  return refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes });
}

async function readText(request: IncomingMessage): Promise<string> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') throw refusal('service_unsupported_media_type', {});
  if (Number(length ?? 0) > bodyLimitBytes) throw tooLarge();
  let bytes: Buffer;
  try {
    bytes = await getRawBody(request, { limit: bodyLimitBytes });
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
 * The parameters in a request's body: JSON, or a form. A body of another type, an empty one, and JSON that is no object
 * name none (docs/reference/README.md#requests).
 *
 * @throws ServiceError `rest_invalid_json`; `service_request_too_large` above 256 KiB, before it is read;
 * `service_unsupported_media_type` for a compressed one
 */
export async function readBody(request: IncomingMessage): Promise<Parameters> {
  const {
    'content-type': type = '',
    'content-length': length,
    'transfer-encoding': chunked,
  } = request.headers;
  if (chunked === undefined && (length === undefined || length === '0')) return noParameters;
  const text = await readText(request);
  const kind = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (kind === 'application/json' || kind.endsWith('+json')) {
    return text.trim() === '' ? noParameters : jsonParameters(text);
  }
  return kind === 'application/x-www-form-urlencoded' ? formParameters(text) : noParameters;
}

import { Problem } from '../errors/problem.ts';

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Returns the parsed URL of a server. @throws Problem for an invalid URL, or a URL with credentials */
export function serverUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Problem(`${text} is no address of a shop`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new Problem('the address of a shop holds no password: name its key pair beside it');
  }
  return url;
}

/** Checks that a key pair may be sent to a URL: over TLS, or to this machine. @throws Problem for any other URL */
export function assertPrivate(url: URL): void {
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return;
  throw new Problem('the key pair of a shop is sent over https only: name its https address');
}

/** Returns the value of an `Authorization` header with a key pair. */
export function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

/** Thrown when an answer is larger than the limit. */
export class TooLarge extends Error {}

/**
 * Returns the body of an answer as text, without a byte order mark.
 *
 * @throws TooLarge for more than `largestBytes` bytes; errors of the connection
 */
export async function textOf(response: Response, largestBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > largestBytes) throw new TooLarge(`more than ${largestBytes} bytes`);
    chunks.push(part);
  }
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\uFEFF/, '');
}

/** Returns the milliseconds that an answer asks to wait, by `Retry-After`: a number of seconds, or a date. 0 without it. */
export function retryAfterMs(headers: Headers | undefined): number {
  const text = headers?.get('retry-after') ?? '';
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Math.max(0, Number.isNaN(milliseconds) ? 0 : milliseconds);
}

/** Returns why a request failed, as the connection reports it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The JSON of an answer, and the text that stood around it. */
interface FoundJson {
  readonly value: unknown;
  /** Text before and after the JSON, such as a message of PHP; empty if there was none. */
  readonly around: string;
}

/** Maximum number of places in a text at which JSON is looked for. */
const maxStarts = 50;

/**
 * Returns the JSON in the text of an answer. PHP and plugins may print messages and HTML comments before or after the
 * JSON. Returns null if there is no whole JSON, if it is not clear which part is meant, or if the text is a web page,
 * since pages have JSON of their own.
 */
export function jsonWithin(text: string): FoundJson | null {
  // `trim` also removes byte order marks.
  const whole = parsedOr(text.trim());
  if (whole !== undefined) return { value: whole, around: '' };
  const found: { readonly value: unknown; readonly start: number; readonly end: number }[] = [];
  let start = nextStart(text, 0);
  for (let count = 0; start !== -1 && count < maxStarts; count += 1) {
    const end = endOfJson(text, start);
    const value = isAlone(text, start, end) ? parsedOr(text.slice(start, end)) : undefined;
    if (value !== undefined) found.push({ value, start, end });
    start = nextStart(text, value === undefined ? start + 1 : end);
  }
  const [one, ...others] = found;
  if (!one || others.length > 0) return null;
  const around = `${text.slice(0, one.start)} ${text.slice(one.end)}`;
  return /<(!doctype|html|head|body|script)\b/i.test(around) ? null : { value: one.value, around };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the next place of an opening bracket; −1 if there is none. */
function nextStart(text: string, from: number): number {
  const places = [text.indexOf('[', from), text.indexOf('{', from)].filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** Returns the place after the bracket that closes the one at `start`; −1 if none does. */
function endOfJson(text: string, start: number): number {
  const marks = /\\.|["[\]{}]/gs;
  marks.lastIndex = start;
  let depth = 0;
  let isText = false;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [found] = mark;
    if (found === '"') isText = !isText;
    if (found === '"' || isText) continue;
    depth += found === '[' || found === '{' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}

/**
 * Returns whether a part of a text is no part of a sentence: it begins at the start of a line or after a tag, and ends at
 * the end of a line or before a tag.
 */
function isAlone(text: string, start: number, end: number): boolean {
  if (end === -1) return false;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = start === 0 ? '' : text.slice(lineStart, start).trim();
  const after = text.slice(end).trimStart();
  const lineEnd = text.indexOf('\n', end);
  const rest = text.slice(end, lineEnd === -1 ? undefined : lineEnd).trim();
  return (before === '' || before.endsWith('>')) && (rest === '' || after.startsWith('<'));
}

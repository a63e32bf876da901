import { Problem } from './problem.ts';

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

/** Returns why a request failed, as the connection reports it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { requireDescribed } from './described.ts';
import type { RunningSystem } from './system.ts';

/** Headers, query and body of a request. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. Texts and buffers are sent unchanged, other values as JSON. The default content type is JSON. */
  readonly body?: unknown;
  /** Whether the request is sent over HTTP without TLS. */
  readonly plain?: boolean;
}

/** An answer. `body` is the parsed JSON; a text if the body is no JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly body: any;
}

/** Returns the status, and for an error also its code: `401 service_authentication_error`. */
export function verdict({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${body?.code}`;
}

/** Returns the `Authorization` header for HTTP Basic. */
export function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

/** A client that does not normalise paths such as `/v2/../cart`. */
export class Client implements AsyncDisposable {
  readonly #http: Pool;
  readonly #https: Pool;

  private constructor(system: RunningSystem, ca: string) {
    const options = { connections: 16, pipelining: 1 };
    this.#http = new Pool(system.httpUrl, options);
    this.#https = new Pool(system.httpsUrl, { ...options, connect: { ca } });
  }

  static async of(system: RunningSystem): Promise<Client> {
    return new Client(system, await readFile(system.caFile, 'utf8'));
  }

  async send(
    method: string,
    path: string,
    { headers = {}, body, plain = false }: Sent = {},
  ): Promise<Answer> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
    const answer = await (plain ? this.#http : this.#https).request({
      // The cast allows any method, because tests send unknown methods.
      method: method as 'GET',
      path,
      headers: { ...type, ...headers },
      body: body === undefined ? null : raw ? (body as string) : JSON.stringify(body),
    });
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    const text = isStream ? await beginning(answer.body) : await answer.body.text();
    const [status, parsedBody] = [answer.statusCode, parsed(text)];
    const mediaType = String(answer.headers['content-type']);
    if (!isStream)
      requireDescribed({ method, path, status, body: text === '' ? null : parsedBody, type: mediaType });
    return { status, headers: answer.headers, body: parsedBody };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#http.destroy(), this.#https.destroy()]);
  }
}

/** Returns the first chunk of an endless stream. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of body) return chunk.toString();
  return '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Calls `work` for each entry, at most `atOnce` at the same time. Returns the results in the order of the
 * entries.
 */
export async function each<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 12,
): Promise<R[]> {
  const results: R[] = [];
  const remaining = items.entries();
  const worker = async () => {
    for (const [index, item] of remaining) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

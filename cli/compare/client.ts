import { withoutEndingSlashes } from '#platform/text/slashes.ts';
import { reasonOf, serverUrl, TooLarge, textOf } from '../http.ts';
import { Problem } from '../problem.ts';
import type { Pace, Pause } from './pace.ts';

/** What a shop answered. `body` is undefined for something else than JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly json?: unknown;
  readonly authorization?: string;
}

/** How a client asks. */
export interface Manner {
  readonly pause: Pause;
  /** When the next request may be sent; at once when not said. */
  readonly pace?: Pace;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 30_000;
/** Pauses before each further try. Milliseconds. */
const pausesMs = [1_000, 4_000];
/** The longest wait that a shop may ask for. Seconds. */
const longestWaitS = 60;
const largestBytes = 64 * 1_048_576;
const mount = '/wp-json/cocart';

/** Asks one shop that speaks CoCart's interface. */
export class CocartClient {
  /** What the person at the terminal calls this shop. */
  readonly name: string;
  /** Root of the site, without a slash at its end. */
  readonly root: string;
  readonly #manner: Manner;

  /** `address` is that of the site or of its CoCart. @throws Problem for one that is none */
  constructor(name: string, address: string, manner: Manner) {
    const url = serverUrl(address);
    const path = withoutEndingSlashes(url.pathname);
    this.name = name;
    this.root = url.origin + (path.endsWith(mount) ? path.slice(0, -mount.length) : path);
    this.#manner = manner;
  }

  /** What CoCart answers to a path such as `v2/products`. @throws Problem when there is no answer */
  ask(path: string, question: Question = {}): Promise<Answer> {
    return this.askSite(`${mount}/${path}`, question);
  }

  /** What the site answers to a path from its root. @throws Problem when there is no answer */
  async askSite(path: string, question: Question = {}): Promise<Answer> {
    const isRead = (question.method ?? 'GET') === 'GET';
    for (const waitMs of pausesMs) {
      const answer = await this.#try(path, question).catch((error: unknown) => {
        if (!isRead || error instanceof Problem) throw this.#unreached(error);
        return null;
      });
      // A write that was limited did nothing; after any other failure nobody knows whether it did.
      const isPassing = answer === null || answer.status === 429 || (isRead && answer.status >= 500);
      if (answer && !isPassing) return answer;
      const askedS = Math.min(Number(answer?.headers.get('retry-after')) || 0, longestWaitS);
      await this.#manner.pause(Math.max(waitMs, askedS * 1_000));
    }
    return this.#try(path, question).catch((error: unknown) => {
      throw this.#unreached(error);
    });
  }

  #unreached(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(`${this.name} at ${this.root} cannot be reached: ${reasonOf(error)}`);
  }

  async #try(path: string, { method = 'GET', json, authorization }: Question): Promise<Answer> {
    await this.#manner.pace?.turn();
    const response = await fetch(this.root + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(authorization && { authorization }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      // A redirect could carry a key pair elsewhere, and it turns a write into a read.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#manner.timeoutMs ?? usualTimeoutMs),
    });
    const { status, headers } = response;
    return { status, headers, body: parsed(await this.#text(response, path)) };
  }

  async #text(response: Response, path: string): Promise<string> {
    return textOf(response, largestBytes).catch((error: unknown) => {
      if (!(error instanceof TooLarge)) throw error;
      throw new Problem(`${this.name} answered ${path} with ${error.message}`);
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The records of a page of a list, which is a list or an object that holds `products`; null for neither. */
export function recordsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const products = (body as { products?: unknown } | null | undefined)?.products;
  return Array.isArray(products) ? products : null;
}

/** Makes sure that a CoCart answers. @throws Problem saying what is there instead */
export async function assertCocart(client: CocartClient): Promise<void> {
  const { name, root } = client;
  const { status, headers, body } = await client.ask('v2/products?per_page=1');
  if (status >= 300 && status < 400) {
    throw new Problem(`${name} redirects to ${headers.get('location')}: name the address it has there`);
  }
  if (status === 401 || status === 403) {
    throw new Problem(`${name} shows its products to nobody without a login (${status})`);
  }
  if (status >= 500 || status === 429)
    throw new Problem(`${name} answers with ${status} now: try again later`);
  if (status === 200 && recordsOf(body)) return;
  const what = body === undefined ? 'something else than JSON' : 'no list of products';
  throw new Problem(`there is no CoCart 4 at ${root}${mount}: v2/products is ${what} (${status})`);
}

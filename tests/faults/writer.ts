import { Client, errors } from 'undici';
import type { Answer, Attempt, Command, Write } from './history.ts';

/** A write to be sent. */
export interface Planned {
  readonly cart: string;
  readonly key: string;
  readonly command: Command;
}

interface WriterOptions {
  /** Base URL of the gateways. */
  readonly url: string;
  readonly productId: number;
  /** How many keep-alive sockets write at once, one request each at a time. */
  readonly sockets: number;
}

/** How long one attempt may take, and how long after a failed one the next begins. Milliseconds. */
const attemptMs = 5_000;
const pauseMs = 50;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Waiting {
  readonly condition: () => boolean;
  readonly resolve: () => void;
}

/** A write while it is being sent. */
type Open = Omit<Write, 'attempts' | 'answer'> & { attempts: Attempt[]; answer: Answer | null };

/**
 * Sends writes over many sockets and records every attempt. What is not acknowledged is sent again under its own
 * `Idempotency-Key` until it is.
 */
export class Writer {
  readonly writes: Write[] = [];
  readonly #options: WriterOptions;
  readonly #waiting = new Set<Waiting>();
  #inFlight = 0;
  #acknowledged = 0;
  #stopped = false;
  /** How long a write is tried again before it is left open. */
  #patienceMs = 60_000;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Requests that were sent and not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Begins to send; each socket takes the next write when its last one is done. */
  start(planned: Iterable<Planned>): void {
    const source = planned[Symbol.iterator]();
    const sockets = Array.from({ length: this.#options.sockets }, (_, client) => this.#drive(client, source));
    this.#running = Promise.all(sockets).then(() => undefined);
  }

  /** Resolves when all planned writes are done. */
  async finished(): Promise<void> {
    await this.#running;
  }

  /** Takes no further write, and resolves when those that were begun are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Gives up at once what is not acknowledged yet, and resolves when nothing is in flight. */
  async abandon(): Promise<void> {
    this.#stopped = true;
    this.#patienceMs = 0;
    await this.#running;
  }

  /** Resolves as soon as a condition over this writer holds; it is looked at whenever something is sent or answered. */
  async until(condition: () => boolean, limitMs = 60_000): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { condition, resolve };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => reject(new Error(`the load never met: ${condition}`)), limitMs);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    });
  }

  #changed(): void {
    for (const { condition, resolve } of this.#waiting) if (condition()) resolve();
  }

  async #drive(client: number, source: Iterator<Planned>): Promise<void> {
    const timeouts = { headersTimeout: attemptMs, bodyTimeout: attemptMs, connectTimeout: attemptMs };
    const socket = new Client(this.#options.url, { pipelining: 1, ...timeouts });
    try {
      while (!this.#stopped) {
        const { value: planned, done } = source.next();
        if (done) return;
        await this.#write(socket, client, planned);
      }
    } finally {
      await socket.destroy();
    }
  }

  async #write(socket: Client, client: number, planned: Planned): Promise<void> {
    const write: Open = { ...planned, client, attempts: [], answer: null };
    this.writes.push(write);
    const begun = performance.now();
    for (;;) {
      const outcome = await this.#attempt(socket, write);
      if (outcome === 'acknowledged') this.#acknowledged += 1;
      this.#changed();
      if (outcome !== 'unanswered' || performance.now() - begun > this.#patienceMs) return;
      await sleep(pauseMs);
    }
  }

  async #attempt(socket: Client, write: Open): Promise<Attempt['outcome']> {
    const sentAt = performance.now();
    this.#inFlight += 1;
    this.#changed();
    const { status, cause, answer } = await send(socket, this.#options.productId, write);
    this.#inFlight -= 1;
    const outcome = answer ? 'acknowledged' : isOpen(status) ? 'unanswered' : 'refused';
    write.answer = answer;
    write.attempts.push({ sentAt, endedAt: performance.now(), outcome, status, cause });
    return outcome;
  }
}

/** Whether a status leaves open what became of the write. */
function isOpen(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}

interface Reply {
  readonly status: number | null;
  readonly cause: string;
  readonly answer: Answer | null;
}

async function send(socket: Client, productId: number, write: Open): Promise<Reply> {
  let status: number | null = null;
  try {
    const response = await socket.request({
      method: 'POST',
      path: `/v2/cart/add-item?cart_key=${write.cart}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': write.key },
      body: JSON.stringify({ id: String(productId), quantity: String(write.command.quantity) }),
    });
    const text = await response.body.text();
    status = response.statusCode;
    if (status < 200 || status > 299) return { status, cause: codeOf(text), answer: null };
    const replayed = response.headers['idempotency-replayed'] === 'true';
    return { status, cause: '', answer: { ...readState(response.headers.etag, text), replayed } };
  } catch (error) {
    // With a status the answer was a success that is no cart: refused, and not to be sent again.
    return { status, cause: causeOf(error), answer: null };
  }
}

function codeOf(text: string): string {
  return /"code":\s*"([a-z_]+)"/.exec(text)?.[1] ?? text.slice(0, 80);
}

function causeOf(error: unknown): string {
  if (error instanceof errors.UndiciError) return error.code;
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/**
 * The cart in a successful answer: its revision out of `ETag`, its quantity summed over the lines.
 *
 * @throws Error when the answer is no cart with a revision
 */
export function readState(
  etag: string | string[] | undefined,
  text: string,
): { revision: number; quantity: number } {
  const revision = /^"(\d+)"$/.exec(String(etag))?.[1];
  if (revision === undefined) throw new Error(`the ETag of a cart is no revision: ${etag}`);
  const { items } = JSON.parse(text) as { items: Record<string, { quantity: { value: number } }> };
  const quantity = Object.values(items).reduce((sum, item) => sum + item.quantity.value, 0);
  return { revision: Number(revision), quantity };
}

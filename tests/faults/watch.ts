import { setTimeout as sleep } from 'node:timers/promises';

/** The promise: maximum time after an acknowledged revocation until a token is rejected. Milliseconds. */
const acceptedMs = 1_000;
/** Milliseconds between requests, whether answered or not. */
const everyMs = 200;

/** One request with the token. Times are this process's, in monotonic milliseconds. */
interface Question {
  readonly sentAt: number;
  /** Null without an answer so far. */
  status: number | null;
}

/**
 * Asks a gateway repeatedly whether a token is valid, and collects the answers to requests after the
 * deadline.
 */
export class Watch implements AsyncDisposable {
  readonly #url: string;
  readonly #token: string;
  readonly #asked: Question[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #revokedAt = Number.POSITIVE_INFINITY;
  /** The gateway was paused until this time, so earlier requests were handled after it. */
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(gatewayUrl: string, token: string) {
    this.#url = gatewayUrl;
    this.#token = token;
    this.#timer = setInterval(() => this.#ask(), everyMs);
  }

  /** Reports that the revocation is acknowledged. */
  revoked(): void {
    this.#revokedAt = performance.now();
  }

  /** Reports that the gateway, paused since before the revocation, is about to continue. */
  resumed(): void {
    this.#resumedAt = performance.now();
  }

  /** Waits for this many requests after the deadline. */
  async late(count: number): Promise<void> {
    while (this.#late.length < count) await sleep(everyMs);
  }

  /** Statuses of requests after the deadline, each once. None of them may be 200. */
  get lateAnswers(): number[] {
    return [...new Set(this.#late.flatMap(({ status }) => status ?? []))].toSorted();
  }

  /** The answer to the last request. */
  get lastAnswer(): number | null {
    return this.#asked.findLast(({ status }) => status !== null)?.status ?? null;
  }

  get #late(): Question[] {
    return this.#asked.filter(({ sentAt }) => {
      const lookedAt = sentAt > this.#revokedAt ? Math.max(sentAt, this.#resumedAt) : sentAt;
      return lookedAt > this.#revokedAt + acceptedMs;
    });
  }

  #ask(): void {
    const question: Question = { sentAt: performance.now(), status: null };
    this.#asked.push(question);
    const answered = validity(this.#url, this.#token).then((status) => {
      question.status = status;
      this.#open.delete(answered);
    });
    this.#open.add(answered);
  }

  /** Stops, and waits for pending requests. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }
}

/**
 * Returns the status by which a gateway reports whether a token is valid, without asking a service; null
 * without an answer.
 */
export async function validity(gatewayUrl: string, token: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(`${gatewayUrl}/jwt/validate-token`, { method: 'POST', headers });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // A gateway that was paused may close an idle connection.
    return null;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum milliseconds after an acknowledged revocation in which a token may be accepted. */
const acceptedMs = 1_000;
/** Milliseconds between requests, whether answered or not. */
const everyMs = 200;

/** One request with the token. Times are monotonic milliseconds of this process. */
interface TokenRequest {
  readonly sentAt: number;
  /** Status of the answer; null while there is none. */
  status: number | null;
}

/** Repeatedly sends a token to a gateway for validation, and collects the answers to requests after the deadline. */
export class Watch implements AsyncDisposable {
  readonly #url: string;
  readonly #token: string;
  readonly #requests: TokenRequest[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #revokedAt = Number.POSITIVE_INFINITY;
  /** The gateway was paused until this time. It handled requests that were sent before the time only afterwards. */
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(gatewayUrl: string, token: string) {
    this.#url = gatewayUrl;
    this.#token = token;
    this.#timer = setInterval(() => this.#send(), everyMs);
  }

  /** Reports that the revocation is acknowledged. */
  revoked(): void {
    this.#revokedAt = performance.now();
  }

  /** Reports that the gateway, paused since before the revocation, is about to continue. */
  resumed(): void {
    this.#resumedAt = performance.now();
  }

  /** Waits until this many requests were sent after the deadline. */
  async late(count: number): Promise<void> {
    while (this.#late.length < count) await sleep(everyMs);
  }

  /** Statuses of requests after the deadline, each once. None of them may be 200. */
  get lateAnswers(): number[] {
    return [...new Set(this.#late.flatMap(({ status }) => status ?? []))].toSorted();
  }

  /** The answer to the last request. */
  get lastAnswer(): number | null {
    return this.#requests.findLast(({ status }) => status !== null)?.status ?? null;
  }

  get #late(): TokenRequest[] {
    return this.#requests.filter(({ sentAt }) => {
      const handledAt = sentAt > this.#revokedAt ? Math.max(sentAt, this.#resumedAt) : sentAt;
      return handledAt > this.#revokedAt + acceptedMs;
    });
  }

  #send(): void {
    const request: TokenRequest = { sentAt: performance.now(), status: null };
    this.#requests.push(request);
    const answered = validity(this.#url, this.#token).then((status) => {
      request.status = status;
      this.#open.delete(answered);
    });
    this.#open.add(answered);
  }

  /** Stops sending, and waits for pending requests. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }
}

/**
 * Returns the status with which a gateway says whether a token is valid; null without an answer. The gateway decides
 * that without a service.
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

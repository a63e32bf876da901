import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum milliseconds for which a token may be accepted after its revocation was acknowledged. */
const acceptedMs = 1_000;
/** Milliseconds between requests. The watch does not wait for answers. */
const everyMs = 200;

/** One request with the token. Times are monotonic milliseconds of this process. */
interface TokenRequest {
  readonly sentAt: number;
  /** Status of the answer; null before the answer. */
  status: number | null;
}

/**
 * Sends a token to a gateway again and again, also after the token was revoked. Collects the answers to
 * requests after the deadline. The deadline is one second after the revocation was acknowledged.
 */
export class Watch implements AsyncDisposable {
  readonly #url: string;
  readonly #token: string;
  readonly #requests: TokenRequest[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #revokedAt = Number.POSITIVE_INFINITY;
  /**
   * When the gateway continued after a pause. Requests sent during the pause count as sent at this time,
   * because the gateway handles them only then.
   */
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

  /** Reports that the gateway is about to continue. The gateway was paused before the revocation. */
  resumed(): void {
    this.#resumedAt = performance.now();
  }

  /** Waits until this many requests were sent after the deadline. */
  async late(count: number): Promise<void> {
    while (this.#late.length < count) await sleep(everyMs);
  }

  /** The statuses of the answers to requests after the deadline, each status once. 200 must not be among them. */
  get lateAnswers(): number[] {
    return [...new Set(this.#late.flatMap(({ status }) => status ?? []))].toSorted();
  }

  /** The status of the last answer. */
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
 * Returns the status of a token validation; null if the gateway does not answer. The gateway validates tokens
 * without a service.
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

import { setTimeout as sleep } from 'node:timers/promises';

/** What is promised: how long after the acknowledgement of a revocation a token may still be accepted. Milliseconds. */
const acceptedMs = 1_000;
/** How often is asked, whether or not there was an answer yet. Milliseconds. */
const everyMs = 200;

/** One question with the token. Moments are this process's, in monotonic milliseconds. */
interface Question {
  readonly sentAt: number;
  /** Null where there is no answer, or none yet. */
  status: number | null;
}

/** Asks a gateway again and again whether a token is good, and knows which answers came too late to say so. */
export class Watch implements AsyncDisposable {
  readonly #url: string;
  readonly #token: string;
  readonly #asked: Question[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #revokedAt = Number.POSITIVE_INFINITY;
  /** What was asked after the revocation and before this moment, nobody can have looked at earlier. */
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(gatewayUrl: string, token: string) {
    this.#url = gatewayUrl;
    this.#token = token;
    this.#timer = setInterval(() => this.#ask(), everyMs);
  }

  /** Says that the revocation is acknowledged. */
  revoked(): void {
    this.#revokedAt = performance.now();
  }

  /** Says that the gateway, which stood still since before the revocation, is about to go on. */
  resumed(): void {
    this.#resumedAt = performance.now();
  }

  /** Waits until so many questions are sent that come too late. */
  async late(count: number): Promise<void> {
    while (this.#late.length < count) await sleep(everyMs);
  }

  /** The answers to questions that came too late, each status once. None of them may be 200. */
  get lateAnswers(): number[] {
    return [...new Set(this.#late.flatMap(({ status }) => status ?? []))].toSorted();
  }

  /** Of all questions, the answer to the one that was sent last. */
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

  /** Asks no more, and waits for what was asked. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }
}

/** The status by which a gateway says whether a token is good, for which it needs nobody else; null for no answer. */
export async function validity(gatewayUrl: string, token: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(`${gatewayUrl}/jwt/validate-token`, { method: 'POST', headers });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // One that stood still may close a connection that waited for it.
    return null;
  }
}

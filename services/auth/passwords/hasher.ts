import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { WordPressHash } from '#contracts/accounts.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { matchesWordPress } from './wordpress.ts';

/** OWASP's figures for argon2id; 25 ms on the machine of reliability 1. */
// 2 is argon2id; the package's enum is one that types alone have.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * How many may wait for their turn: what one core verifies while a caller waits (1.3 s), on a machine that has as much
 * else to do.
 */
const mostWaiting = 25;

/** What a password is to a hash: not its own, its own, or its own and better hashed again since the hash is an import's. */
export type Verdict = 'no' | 'yes' | 'rehash';

/**
 * Makes and verifies hashes of passwords, a few at a time: more of them at once would take the machine from everybody
 * else (reliability 2.5).
 */
export class Hasher {
  readonly #most: number;
  readonly #mostWaiting: number;
  #running = 0;
  /** How long a turn has taken of late, milliseconds. */
  #turnMs = 0;
  readonly #waiting: (() => void)[] = [];
  /** What is verified in place of an account that there is not, so that it takes as long. */
  readonly #dummy: Promise<string>;

  /** One core is left to everybody else, where there are several. */
  constructor(most = Math.max(1, availableParallelism() - 1), waiting = mostWaiting) {
    this.#most = most;
    this.#mostWaiting = waiting;
    this.#dummy = hash('an account that there is not', options);
  }

  /** @throws ServiceError `service_unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, options));
  }

  /**
   * Whether a password is the one of a hash. One hash is verified whatever is asked for: without an account, or for a
   * hash of a form that nobody knows, it is another one's, and `no`. Nobody waits beyond the `deadline`, Unix milliseconds:
   * a password that could not be verified by then would only keep others from their turn.
   *
   * @throws ServiceError `service_unavailable` when too many wait
   */
  async verify(password: string, kept: string | null, deadline = Number.POSITIVE_INFINITY): Promise<Verdict> {
    if (kept !== null && WordPressHash.safeParse(kept).success) {
      return (await this.#inTurn(() => matchesWordPress(password, kept), deadline)) ? 'rehash' : 'no';
    }
    const own = kept?.startsWith('$argon2id$') ? kept : null;
    const dummy = await this.#dummy;
    const right = await this.#inTurn(() => verify(own ?? dummy, password), deadline);
    return right && own !== null ? 'yes' : 'no';
  }

  async #inTurn<T>(work: () => Promise<T>, deadline = Number.POSITIVE_INFINITY): Promise<T> {
    if (this.#running >= this.#most) {
      const waiting = this.#waiting.length;
      if (waiting >= this.#mostWaiting) throw unavailable('too many passwords wait to be verified');
      // Those before it, and its own turn.
      this.#needs((waiting / this.#most + 1) * this.#turnMs, deadline);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      // A slow turn of late is no reason here: if nobody had one, it would not be seen that they are fast again.
      this.#needs(0, deadline);
      return await this.#measured(work);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** @throws ServiceError `service_unavailable` when so many milliseconds are not left */
  #needs(ms: number, deadline: number): void {
    if (Date.now() + ms > deadline) throw unavailable('a password cannot be verified in time');
  }

  async #measured<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await work();
    this.#turnMs += (performance.now() - start - this.#turnMs) / 8;
    return done;
  }
}

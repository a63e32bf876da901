import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { WordPressHash } from '#contracts/accounts.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type * as hashing from './hashing.ts';

/** How much less the threads matter than all else that the machine has to do: logins may take long, shops may not. */
const niceness = 10;
/**
 * How many may wait for their turn: what one core verifies while a caller waits (1.3 s), on a machine that has as much
 * else to do.
 */
const mostWaiting = 25;

/** Result of a check: wrong, correct, or correct with a hash to replace, since it is an import's or an older form's. */
export type Verdict = 'no' | 'yes' | 'rehash';

/**
 * Makes and verifies hashes of passwords, a few at a time and after everybody else: more of them at once would take the
 * machine from those who only look at products (docs/reference/login.md#passwords).
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
  readonly #threads: Piscina;

  /** One core is left to everybody else, where there are several. */
  constructor(most = Math.max(1, availableParallelism() - 1), waiting = mostWaiting) {
    this.#most = most;
    this.#mostWaiting = waiting;
    const filename = new URL('./hashing.ts', import.meta.url).href;
    const [minThreads, maxThreads] = [most, most];
    this.#threads = new Piscina({ filename, minThreads, maxThreads, niceIncrement: niceness });
    this.#dummy = this.#run('hashed', 'an account that there is not');
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }

  /** @throws ServiceError `service_unavailable` when too many wait */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => this.#run('hashed', password));
  }

  /**
   * Whether a password is the one of a hash. One hash is verified whatever is asked for: without an account, or for a
   * hash of a form that nobody knows, it is another one's, and `no`. Nobody waits beyond the `deadline`, Unix
   * milliseconds: a password that could not be verified by then would only keep others from their turn.
   *
   * @throws ServiceError `service_unavailable` when too many wait
   */
  async verify(password: string, kept: string | null, deadline = Number.POSITIVE_INFINITY): Promise<Verdict> {
    const isImported = kept !== null && WordPressHash.safeParse(kept).success;
    const own = isImported || kept?.startsWith('$argon2id$') ? kept : null;
    const against = own ?? (await this.#dummy);
    const match = await this.#inTurn(() => this.#run('match', { password, kept: against }), deadline);
    if (match === 'none' || own === null) return 'no';
    return isImported || match === 'as typed' ? 'rehash' : 'yes';
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

  #run<Name extends keyof typeof hashing>(
    name: Name,
    given: Parameters<(typeof hashing)[Name]>[0],
  ): Promise<ReturnType<(typeof hashing)[Name]>> {
    return this.#threads.run(given, { name });
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

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { WordPressHash } from '#contracts/accounts.ts';
import { ServiceError, unavailable } from '#platform/errors/errors.ts';
import { networkOf } from '#platform/util/networks.ts';
import type { AccountDocument } from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type * as hashing from './hashing.ts';

/**
 * The nice value of the hashing threads, which lowers their priority. Logins may take long, but other requests must
 * stay fast.
 */
const niceness = 10;
/** The maximum number of waiting passwords. What cannot be hashed before its deadline is refused before this is reached. */
const maxQueued = 100;
/** The assumed duration of a hashing task before the first one has ended, in milliseconds. */
const firstTaskMs = 40;
/**
 * A thread without work ends after this time, and returns its memory of about 20 MB. The first password after that
 * waits until a new thread has started, which takes 0.3 s or longer on a busy machine.
 */
const idleMs = 900_000;

/**
 * The network and the account of a client, as `askersOf` returns them. Each has a fair share of the queue. Empty for an
 * operator's command.
 */
export type Askers = readonly string[];

/** Returns the askers for a request from an address about the account with a name. */
export function askersOf({ address, name }: { readonly address: string; readonly name?: string }): Askers {
  return [`network ${networkOf(address)}`, ...(name === undefined ? [] : [`account ${name}`])];
}

/** A password that waits to be hashed. */
interface Waiting {
  /** Number of passwords of the same network or account that waited or were hashed when this one came. */
  readonly rank: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * The result of a verification. `no`: the password is wrong. `yes`: the password is correct. `rehash`: the password is
 * correct, but its hash must be replaced, because the hash is imported or has an older form.
 */
type Verdict = 'no' | 'yes' | 'rehash';

/**
 * Creates and verifies password hashes, a few at a time and at low priority, so that hashing does not slow down other
 * requests (docs/reference/login.md#passwords).
 */
export class Hasher {
  readonly #most: number;
  readonly #maxQueued: number;
  #running = 0;
  /** The recent mean duration of one hashing task in milliseconds. */
  #taskMs = firstTaskMs;
  /** The waiting passwords, in the order in which they are hashed: by rank, then by arrival. */
  readonly #queued: Waiting[] = [];
  /** Number of waiting and running passwords of each network and account. */
  readonly #asked = new Map<string, number>();
  readonly #threads: Piscina;

  /** `most` limits the running tasks. By default, a machine with several cores leaves one core for other work. */
  constructor(most = Math.max(1, availableParallelism() - 1), queued = maxQueued) {
    this.#most = most;
    this.#maxQueued = queued;
    const filename = new URL('./hashing.ts', import.meta.url).href;
    const threads = { minThreads: 0, maxThreads: most, idleTimeout: idleMs };
    this.#threads = new Piscina({ filename, ...threads, niceIncrement: niceness });
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }

  /** Returns the hash of a password. @throws ServiceError `service_unavailable` when too many passwords wait */
  hash(password: string, by: Askers = []): Promise<string> {
    return this.#queue(() => this.#run('hashed', password), by);
  }

  /**
   * Compares a password with a hash. If `storedHash` is null or has an unknown form, takes equally long and returns `no`.
   * Hashes the password only if time is left before the `deadline`
   * (Unix milliseconds).
   *
   * @throws ServiceError `service_unavailable` when too many passwords wait
   */
  async verify(
    password: string,
    storedHash: string | null,
    deadline = Number.POSITIVE_INFINITY,
    by: Askers = [],
  ): Promise<Verdict> {
    const isImported = storedHash !== null && WordPressHash.safeParse(storedHash).success;
    const own = isImported || storedHash?.startsWith('$argon2id$') ? storedHash : null;
    const match = await this.#queue(() => this.#run('match', { password, storedHash: own }), by, deadline);
    if (match === 'none') return 'no';
    return isImported || match === 'as typed' ? 'rehash' : 'yes';
  }

  /**
   * Checks that a password can be verified before the `deadline`. Callers check this before other work, so
   * that a refused password costs nothing.
   *
   * @throws ServiceError `service_unavailable` when too many passwords wait
   */
  requireRoom(deadline: number, by: Askers = []): void {
    if (this.#running < this.#most) return;
    const rank = this.#rankOf(by);
    const isFull = this.#queued.length >= this.#maxQueued;
    if (isFull && (this.#queued.at(-1)?.rank ?? 0) <= rank) throw tooMany();
    const before = this.#queued.filter((one) => one.rank <= rank).length;
    // The queued tasks before this task, and this task, must end before the deadline.
    this.#requireTime((before / this.#most + 1) * this.#taskMs, deadline);
  }

  #rankOf(by: Askers): number {
    return Math.max(0, ...by.map((asker) => this.#asked.get(asker) ?? 0));
  }

  /**
   * Runs a task when a thread is free. A client with few passwords comes before a client with many, and takes the place
   * of its last one in a full queue.
   */
  async #queue<T>(work: () => Promise<T>, by: Askers, deadline = Number.POSITIVE_INFINITY): Promise<T> {
    this.requireRoom(deadline, by);
    const rank = this.#rankOf(by);
    for (const asker of by) this.#asked.set(asker, (this.#asked.get(asker) ?? 0) + 1);
    try {
      if (this.#running < this.#most) this.#running += 1;
      else await this.#wait(rank);
      try {
        // The estimate in `#taskMs` is not used here. If a wrong estimate refused every task, nothing would be hashed,
        // and the estimate would never improve.
        this.#requireTime(0, deadline);
        return await this.#measured(work);
      } finally {
        const next = this.#queued.shift();
        if (next) next.begin();
        else this.#running -= 1;
      }
    } finally {
      for (const asker of by) {
        const rest = (this.#asked.get(asker) ?? 1) - 1;
        if (rest > 0) this.#asked.set(asker, rest);
        else this.#asked.delete(asker);
      }
    }
  }

  /** Waits for a free thread. @throws ServiceError `service_unavailable` when another client takes the place */
  #wait(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#queued.length >= this.#maxQueued) this.#queued.pop()?.refuse();
    const after = this.#queued.findIndex((one) => one.rank > rank);
    const waiting = { rank, begin: resolve, refuse: () => reject(tooMany()) };
    this.#queued.splice(after < 0 ? this.#queued.length : after, 0, waiting);
    return promise;
  }

  #run<Name extends keyof typeof hashing>(
    name: Name,
    given: Parameters<(typeof hashing)[Name]>[0],
  ): Promise<ReturnType<(typeof hashing)[Name]>> {
    return this.#threads.run(given, { name });
  }

  /**
   * Checks that at least `ms` milliseconds are left before the deadline.
   *
   * @throws ServiceError `service_unavailable`
   */
  #requireTime(ms: number, deadline: number): void {
    if (Date.now() + ms > deadline) throw unavailable('a password cannot be verified in time');
  }

  async #measured<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await work();
    this.#taskMs += (performance.now() - start - this.#taskMs) / 8;
    return done;
  }
}

function tooMany() {
  return unavailable('too many passwords wait to be verified');
}

/**
 * Replaces an imported password hash with a hash in this service's form, after a correct login. Returns the account's hash.
 * If the replacement fails, the next login tries again.
 */
export async function rehash(
  { accounts, hasher }: { readonly accounts: Pick<AccountStore, 'rehash'>; readonly hasher: Hasher },
  { _id: id, passwordHash }: AccountDocument,
  password: string,
): Promise<string | null> {
  if (passwordHash === null) return null;
  try {
    // Blanks at both ends belong to no password of WordPress.
    const own = passwordHash.startsWith('$argon2id$') ? password : password.trim();
    const after = await hasher.hash(own);
    await accounts.rehash(id, passwordHash, after);
    return after;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return passwordHash;
  }
}

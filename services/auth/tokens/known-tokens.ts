import type { NumberedTokensChange, PublicKey, TokensChange } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Place, TokenLog } from '#platform/events/token-log.ts';
import { RevokedTokens, type TokenOrigin } from '#platform/security/revoked-tokens.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { RevocationStore } from './store/revocation-store.ts';

/** How long MongoDB may take for the last number before the log is asked, and is then left alone. Milliseconds. */
const storeMs = 200;
const quietMs = 1_000;
/** How often a place in the log is marked. Milliseconds. */
const markMs = 5_000;
/** Changes in one page of the state. */
const pageSize = 1_000;

/** Who has confirmed that nothing is missing. */
type Witness = 'store' | 'log';

/** What is known of tokens stands on this. */
interface KnownTokensParts {
  readonly store: Pick<RevocationStore, 'last' | 'since'>;
  readonly log: Pick<TokenLog, 'append' | 'between'>;
  readonly signingKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly logger: Pick<Logger, 'debug'>;
}

/**
 * What tokens are verified by, in the memory of this replica: every answer is confirmed first. MongoDB confirms it by
 * the last number. While MongoDB does not answer, the log does: every replica appends to it before it acknowledges a
 * change, so that who appends an entry and reads what came before it has seen all that was acknowledged until then.
 */
export class KnownTokens {
  readonly #parts: KnownTokensParts;
  #number = -1;
  #keys: readonly PublicKey[] = [];
  /** The number with which the keys were read. */
  #keysOf = -1;
  #changes = new Map<number, TokensChange>();
  #revoked = new RevokedTokens();
  #sweepAt = 2_000;
  /** Everything that the log has before this place is known here. */
  #place: Place | null = null;
  /** A place that was marked since: it is the place once MongoDB was read after that. */
  #marked: Place | null = null;
  #markAt = Number.NEGATIVE_INFINITY;
  #storeAwayUntil = Number.NEGATIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Witness> | null = null;

  constructor(parts: KnownTokensParts) {
    this.#parts = parts;
  }

  /** Whether the log could confirm what is known if MongoDB was away from now on. */
  get canDoWithout(): boolean {
    return this.#place !== null;
  }

  /** Number of the last change that was acknowledged. @throws ServiceError `service_unavailable` when nobody can tell */
  async number(): Promise<number> {
    await this.#confirm();
    return this.#number;
  }

  /** A page of changes after a number, with the keys. @throws ServiceError `service_unavailable` as `number` */
  async page(after: number) {
    await this.#confirm();
    const later = [...this.#changes].filter(([number]) => number > after);
    const page = later.slice(0, pageSize);
    const next = later.length > page.length ? String(page.at(-1)?.[0]) : null;
    return { number: this.#number, keys: [...this.#keys], revoked: page.map(([, change]) => change), next };
  }

  /** Whether a token was revoked. @throws ServiceError `service_unavailable` as `number` */
  async isRevoked(token: TokenOrigin): Promise<boolean> {
    await this.#confirm();
    return this.#revoked.has(token);
  }

  /** Takes in what MongoDB has, and gives the last number. @throws ServiceError `service_unavailable` without it */
  async followed(): Promise<number> {
    const isQuiet = performance.now() < this.#storeAwayUntil;
    if (isQuiet || (await this.#confirm()) === 'log') throw unavailable('MongoDB does not answer');
    return this.#number;
  }

  /** Whoever asks while one confirmation is under way is answered by the next: it may have begun too early. */
  #confirm(): Promise<Witness> {
    this.#next ??= this.#running.then(() => {
      const confirmation = this.#confirmNow();
      this.#next = null;
      this.#running = confirmation.catch(() => undefined);
      return confirmation;
    });
    return this.#next;
  }

  async #confirmNow(): Promise<Witness> {
    if (performance.now() >= this.#storeAwayUntil) {
      const marked = this.#marked;
      try {
        await this.#fromStore();
        if (marked) this.#place = marked;
        if (this.#marked === marked) this.#marked = null;
        this.#mark();
        return 'store';
      } catch (error) {
        this.#parts.logger.debug({ err: error }, 'MongoDB does not say the number of the last revocation');
        this.#storeAwayUntil = performance.now() + quietMs;
      }
    }
    await this.#fromLog();
    return 'log';
  }

  async #fromStore(): Promise<void> {
    const { store, signingKeys } = this.#parts;
    const last = await within(storeMs, store.last(), () => unavailable('MongoDB is slow'));
    if (last !== this.#number) {
      // A lower number is that of another store: one restored from a backup.
      const begins = last < this.#number;
      const { number, changes } = await store.since(begins ? 0 : this.#number);
      if (begins) {
        this.#changes = new Map();
        this.#revoked = new RevokedTokens();
      }
      for (const change of changes) this.#take(change);
      this.#number = number;
    }
    if (this.#keysOf === this.#number) return;
    const of = this.#number;
    this.#keys = await signingKeys.publicKeys();
    this.#keysOf = of;
  }

  async #fromLog(): Promise<void> {
    const { log } = this.#parts;
    if (!this.#place || this.#keys.length === 0) throw unavailable('what was revoked is not known yet');
    const here = await log.append([]);
    const changes = await log.between(this.#place, here);
    if (!changes) {
      this.#place = null;
      throw unavailable('the log of revocations has lost its beginning');
    }
    for (const one of changes.sort((a, b) => a.number - b.number)) {
      if (one.number <= this.#number) continue;
      // It was kept but not acknowledged, or its entry comes in a moment.
      if (one.number > this.#number + 1) throw unavailable('a revocation is not in the log');
      this.#take(one);
      this.#number = one.number;
    }
    this.#place = here;
  }

  /** Marks a place from time to time, so that there is little to read when MongoDB is away. Nobody waits for it. */
  #mark(): void {
    if (performance.now() - this.#markAt < markMs) return;
    this.#markAt = performance.now();
    this.#parts.log.append([]).then(
      (place) => {
        this.#marked = place;
      },
      (error: unknown) => this.#parts.logger.debug({ err: error }, 'no place of the log could be marked'),
    );
  }

  #take({ number, change }: NumberedTokensChange): void {
    this.#revoked.take(change);
    if (change.kind === 'keys') return;
    this.#changes.set(number, change);
    if (this.#changes.size < this.#sweepAt) return;
    const now = Date.now();
    this.#changes = new Map(
      [...this.#changes].filter(([, kept]) => kept.kind === 'keys' || (kept.until ?? 0) > now),
    );
    this.#sweepAt = 2 * this.#changes.size + 2_000;
  }
}

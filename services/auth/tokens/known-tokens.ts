import type { NumberedTokensChange, PublicKey, TokensChange } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { LogPosition, TokenLog } from '#platform/events/token-log.ts';
import { RevokedTokens, type TokenOrigin } from '#platform/feed/revoked-tokens.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import type { RevocationStore } from '../store/logins.ts';
import type { SigningKeys } from '../store/signing-keys.ts';

/** The time limit in milliseconds for reading the number of the last change from MongoDB. */
const storeMs = 200;
/** Milliseconds between a failed read of MongoDB and the next read. */
const storePauseMs = 1_000;
/** The maximum age in milliseconds of the number in a heartbeat. */
const heartbeatAgeMs = 500;
/** The minimum time in milliseconds between two updates of `#marked`, the marked position in the log. */
const markMs = 5_000;
/** The maximum number of changes that one call of `page` returns. */
const pageSize = 1_000;

/** The source that has confirmed that this replica has every change: MongoDB (`store`) or the log of changes. */
type ConfirmedBy = 'store' | 'log';

interface KnownTokensDeps {
  readonly store: Pick<RevocationStore, 'last' | 'since'>;
  readonly log: Pick<TokenLog, 'append' | 'between'>;
  readonly signingKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly logger: Pick<Logger, 'debug'>;
}

/**
 * Caches signing keys and revocations in this replica's memory. Before every answer, the replica confirms
 * that it has every change: with the number of the last change in MongoDB, or else with the log.
 *
 * A change is acknowledged only after the change is in the log. So a replica that has read the whole log has
 * every acknowledged change.
 */
export class KnownTokens {
  readonly #deps: KnownTokensDeps;
  /** The number of the last change that this replica has. */
  #number = -1;
  #keys: readonly PublicKey[] = [];
  /** The value of `#number` when `#keys` were read. */
  #keysOf = -1;
  #changes = new Map<number, TokensChange>();
  #revoked = new RevokedTokens();
  #sweepAt = 2_000;
  /** The position in the log up to which this replica has all entries. */
  #place: LogPosition | null = null;
  /** A later position in the log, which becomes `#place` after the next successful read of MongoDB. */
  #marked: LogPosition | null = null;
  #markAt = Number.NEGATIVE_INFINITY;
  #storePausedUntil = Number.NEGATIVE_INFINITY;
  /** When the last successful read of MongoDB began. */
  #storeReadAt = Number.NEGATIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ConfirmedBy> | null = null;

  constructor(deps: KnownTokensDeps) {
    this.#deps = deps;
  }

  /** Returns whether the log alone can confirm that this replica has every change, so that MongoDB is not needed. */
  get logCanConfirm(): boolean {
    return this.#place !== null && this.#keys.length > 0;
  }

  /**
   * Returns the number of the last acknowledged change.
   *
   * @throws ServiceError `service_unavailable` when the number cannot be confirmed
   */
  async number(): Promise<number> {
    await this.#confirm();
    return this.#number;
  }

  /**
   * Returns the first changes after the number `after`, at most `pageSize`, and the public keys. `next` is the number
   * after which the next page begins; null on the last page.
   *
   * @throws ServiceError `service_unavailable` when the changes cannot be confirmed
   */
  async page(after: number) {
    await this.#confirm();
    const later = [...this.#changes].filter(([number]) => number > after);
    const page = later.slice(0, pageSize);
    const next = later.length > page.length ? String(page.at(-1)?.[0]) : null;
    return { number: this.#number, keys: [...this.#keys], revoked: page.map(([, change]) => change), next };
  }

  /** Returns whether a token was revoked. @throws ServiceError `service_unavailable` when this cannot be confirmed */
  async isRevoked(token: TokenOrigin): Promise<boolean> {
    await this.#confirm();
    return this.#revoked.has(token);
  }

  /**
   * Returns the number of the last change for a heartbeat. The number may be half a second old, so that a heartbeat
   * rarely needs a linearizable read, which makes MongoDB write to its log. An older number suffices, because gateways
   * confirm their state with `number`.
   *
   * @throws ServiceError `service_unavailable` if MongoDB does not answer
   */
  async followed(): Promise<number> {
    const now = performance.now();
    if (now - this.#storeReadAt < heartbeatAgeMs) return this.#number;
    if (now < this.#storePausedUntil || (await this.#confirm()) === 'log')
      throw unavailable('MongoDB does not answer');
    return this.#number;
  }

  /**
   * Confirms that this replica has every change. A caller that arrives during a confirmation waits for the next
   * confirmation, because the running confirmation may have read too early.
   */
  #confirm(): Promise<ConfirmedBy> {
    this.#next ??= this.#running.then(() => {
      const confirmation = this.#confirmNow();
      this.#next = null;
      this.#running = confirmation.catch(() => undefined);
      return confirmation;
    });
    return this.#next;
  }

  async #confirmNow(): Promise<ConfirmedBy> {
    if (performance.now() >= this.#storePausedUntil) {
      const marked = this.#marked;
      try {
        await this.#fromStore();
        if (marked) this.#place = marked;
        if (this.#marked === marked) this.#marked = null;
        this.#mark();
        return 'store';
      } catch (error) {
        this.#deps.logger.debug(
          { err: error },
          'the number of the last revocation cannot be read from MongoDB',
        );
        // A replica that has just started cannot use the log yet, so the replica reads MongoDB again without a pause.
        if (this.logCanConfirm) this.#storePausedUntil = performance.now() + storePauseMs;
      }
    }
    await this.#fromLog();
    return 'log';
  }

  async #fromStore(): Promise<void> {
    const { store, signingKeys } = this.#deps;
    const begunAt = performance.now();
    const reading = store.last();
    // The short limit is useful only if the log can be read instead of MongoDB. Otherwise the query's own limit
    // applies.
    const last = await (this.logCanConfirm
      ? within(storeMs, reading, () => unavailable('MongoDB is slow'))
      : reading);
    if (last !== this.#number) {
      // A lower number means that MongoDB was replaced or restored from a backup, so everything is read again.
      const isOtherStore = last < this.#number;
      const { number, changes } = await store.since(isOtherStore ? 0 : this.#number);
      if (isOtherStore) {
        this.#changes = new Map();
        this.#revoked = new RevokedTokens();
      }
      for (const change of changes) this.#take(change);
      this.#number = number;
    }
    this.#storeReadAt = begunAt;
    if (this.#keysOf === this.#number) return;
    const of = this.#number;
    this.#keys = await signingKeys.publicKeys();
    this.#keysOf = of;
  }

  async #fromLog(): Promise<void> {
    const { log } = this.#deps;
    if (!this.#place || !this.logCanConfirm) throw unavailable('the revocations are not known yet');
    const end = await log.append([]);
    const changes = await log.between(this.#place, end);
    if (!changes) {
      this.#place = null;
      throw unavailable('the log of revocations no longer has the needed entries');
    }
    for (const one of changes.sort((a, b) => a.number - b.number)) {
      if (one.number <= this.#number) continue;
      // The log lacks a number. The change with this number was stored but not acknowledged, or its entry has not
      // arrived yet.
      if (one.number > this.#number + 1) throw unavailable('a revocation is not in the log');
      this.#take(one);
      this.#number = one.number;
    }
    this.#place = end;
  }

  /**
   * Stores the end of the log in `#marked` every few seconds, in the background. The marked position later becomes
   * `#place`, so that only few entries must be read when MongoDB is unavailable.
   */
  #mark(): void {
    if (performance.now() - this.#markAt < markMs) return;
    this.#markAt = performance.now();
    this.#deps.log.append([]).then(
      (place) => {
        this.#marked = place;
      },
      (error: unknown) => this.#deps.logger.debug({ err: error }, 'no position in the log could be marked'),
    );
  }

  #take({ number, change }: NumberedTokensChange): void {
    this.#revoked.take(change);
    if (change.kind === 'keys') return;
    this.#changes.set(number, change);
    if (this.#changes.size < this.#sweepAt) return;
    const now = Date.now();
    this.#changes = new Map(
      [...this.#changes].filter(([, stored]) => stored.kind === 'keys' || (stored.until ?? 0) > now),
    );
    this.#sweepAt = 2 * this.#changes.size + 2_000;
  }
}

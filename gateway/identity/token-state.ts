import { importJWK } from 'jose';
import {
  type PublicKey,
  readTokenNumber,
  readTokenState,
  type TokenClaims,
  TokensChange,
} from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import { RevokedTokens } from '#platform/security/revoked-tokens.ts';

/** Milliseconds in which the auth service must return the keys and revocations. */
const snapshotMs = 1_000;
/** Milliseconds in which the auth service must return the number of the last change in the feed `tokens`. */
const numberMs = 700;
/**
 * Minimum milliseconds between a read of the public keys and a further read because of an unknown key id. An
 * unknown id causes a read, because the key may be new.
 */
const refetchMs = 30_000;

/** A public key in the form that `jwtVerify` needs. */
export type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/**
 * Public keys and revocations for verifying tokens, updated by the feed `tokens`. While the feed is not
 * current, a revocation may be missing (docs/reference/rules.md#freshness).
 */
export class TokenState implements FeedListener {
  readonly #caller: Caller;
  #publicKeys: readonly PublicKey[] = [];
  #keys = new Map<string, VerifyingKey>();
  #number = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #revoked = new RevokedTokens();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The public keys for `/.well-known/jwks.json`; empty until the first answer of the auth service. */
  get publicKeys(): readonly PublicKey[] {
    return this.#publicKeys;
  }

  /** Returns whether a public key with this id is stored. */
  has(kid: string): boolean {
    return this.#keys.has(kid);
  }

  /**
   * Returns the public key with this id; undefined if there is no such key. If the id is unknown, first reads
   * all keys from the auth service, but not more often than every thirty seconds. While no keys are stored,
   * every call reads the keys.
   *
   * @throws ServiceError `service_unavailable` if no keys are stored after the read
   */
  async key(kid: string): Promise<VerifyingKey | undefined> {
    const known = this.#keys.get(kid);
    if (known) return known;
    const isDue = performance.now() - this.#fetchedAt >= refetchMs;
    if (isDue || this.#keys.size === 0) await this.#fetchKeys();
    if (this.#keys.size === 0) throw unavailable('the token keys are not known yet');
    return this.#keys.get(kid);
  }

  /** Returns whether a token is revoked, as far as this process has received the revocations. */
  revoked({ sub, gen, fam }: Pick<TokenClaims, 'sub' | 'gen' | 'fam'>): boolean {
    return this.#revoked.has({ account: Number(sub), generation: gen, family: fam });
  }

  /** Returns the number of the last change in the feed `tokens`. @throws ServiceError `service_unavailable` */
  async lastNumber(): Promise<number> {
    const { number } = await this.#caller.request(readTokenNumber, {}, this.#context(numberMs));
    return number;
  }

  /**
   * Reads all changes since the last call, and returns the newest number. If the number is smaller than
   * before, a backup was restored, so all revocations are read again.
   */
  async snapshot(): Promise<number> {
    const first = await this.#page(this.#number);
    const pages = [first];
    if (first.number < this.#number) {
      pages[0] = await this.#page(0);
      this.#revoked = new RevokedTokens();
    }
    for (let next = pages[0]?.next ?? null; next !== null; ) {
      const page = await this.#page(Number(next));
      pages.push(page);
      next = page.next;
    }
    for (const change of pages.flatMap(({ revoked }) => revoked)) this.#store(change);
    await this.#storeKeys(first.keys);
    this.#number = pages[0]?.number ?? 0;
    return this.#number;
  }

  /** Stores a change that the feed `tokens` has published. */
  apply(change: unknown): void {
    this.#store(TokensChange.parse(change));
  }

  #store(change: TokensChange): void {
    this.#revoked.take(change);
    if (change.kind === 'keys') void this.#fetchKeys().catch(() => null);
  }

  async #fetchKeys(): Promise<void> {
    this.#fetchedAt = performance.now();
    const { keys } = await this.#page(this.#number);
    await this.#storeKeys(keys);
  }

  async #storeKeys(publicKeys: readonly PublicKey[]): Promise<void> {
    const keys = new Map<string, VerifyingKey>();
    for (const key of publicKeys) {
      keys.set(key.kid, this.#keys.get(key.kid) ?? (await importJWK({ ...key }, key.alg)));
    }
    this.#publicKeys = publicKeys;
    this.#keys = keys;
  }

  #page(after: number) {
    return this.#caller.request(readTokenState, { after: String(after) }, this.#context(snapshotMs));
  }

  #context(milliseconds: number) {
    return { requestId: 'feed', deadline: Date.now() + milliseconds, claim: null };
  }
}

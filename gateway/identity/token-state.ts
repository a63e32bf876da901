import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { type PublicKey, readTokenState, type TokenClaims, TokensChange } from '#contracts/tokens.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';

/** How long the state may be asked for. Milliseconds. */
const snapshotMs = 1_000;

/**
 * By what tokens are verified: the public keys, and what was revoked. The feed `tokens` keeps it; while that is not
 * current, nothing here is to be believed (design 9).
 */
export class TokenState implements FeedListener {
  readonly #caller: Caller;
  #keys: readonly PublicKey[] = [];
  #keySet: JWTVerifyGetKey = createLocalJWKSet({ keys: [] });
  /** Of an account, the first generation of tokens that is good. */
  #generations = new Map<number, number>();
  #families = new Set<string>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  get keySet(): JWTVerifyGetKey {
    return this.#keySet;
  }

  /** As `/.well-known/jwks.json` has them. */
  get publicKeys(): readonly PublicKey[] {
    return this.#keys;
  }

  /** Whether a token was revoked, as far as is known here. */
  revoked({ sub, gen, fam }: TokenClaims): boolean {
    return gen < (this.#generations.get(Number(sub)) ?? 0) || this.#families.has(fam);
  }

  async snapshot(): Promise<number> {
    const context = () => ({ requestId: 'feed', deadline: Date.now() + snapshotMs, claim: null });
    const first = await this.#caller.request(readTokenState, {}, context());
    const revoked = [...first.revoked];
    for (let { next } = first; next !== null; ) {
      const page = await this.#caller.request(readTokenState, { after: next }, context());
      revoked.push(...page.revoked);
      next = page.next;
    }
    this.#generations = new Map();
    this.#families = new Set();
    for (const change of revoked) this.#take(change);
    this.#keys = first.keys;
    this.#keySet = createLocalJWKSet({ keys: first.keys });
    return first.number;
  }

  apply(change: unknown): void {
    this.#take(TokensChange.parse(change));
  }

  #take(change: TokensChange): void {
    if (change.kind === 'account') this.#generations.set(change.account, change.generation);
    if (change.kind === 'family') this.#families.add(change.family);
  }
}

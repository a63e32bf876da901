import type { TokensChange } from '#contracts/tokens.ts';

/** Account, generation and family of a token. */
export interface TokenOrigin {
  readonly account: number;
  readonly generation: number;
  readonly family: string;
}

/**
 * Stores which token generations are revoked, by account or token family. Entries whose tokens have expired
 * are removed later.
 */
class RevokedGenerations<Key> {
  #entries = new Map<Key, { readonly below: number; readonly until: number }>();
  #sweepAt = 1_000;

  /** Returns the number below which all generations of `key` are revoked; 0 for none. */
  below(key: Key): number {
    return this.#entries.get(key)?.below ?? 0;
  }

  add(key: Key, below: number, until = Number.POSITIVE_INFINITY): void {
    this.#entries.set(key, { below: Math.max(below, this.below(key)), until });
    if (this.#entries.size < this.#sweepAt) return;
    const now = Date.now();
    this.#entries = new Map([...this.#entries].filter(([, entry]) => entry.until > now));
    this.#sweepAt = 2 * this.#entries.size + 1_000;
  }
}

/** Stores revocations of accounts and token families until the revoked tokens have expired. */
export class RevokedTokens {
  readonly #accounts = new RevokedGenerations<number>();
  readonly #families = new RevokedGenerations<string>();

  /** Applies one change. A new signing key revokes nothing. */
  take(change: TokensChange): void {
    if (change.kind === 'account') this.#accounts.add(change.account, change.generation, change.until);
    else if (change.kind === 'family') this.#families.add(change.family, 1, change.until);
  }

  /** Returns whether a token was revoked. */
  has({ account, generation, family }: TokenOrigin): boolean {
    return generation < this.#accounts.below(account) || this.#families.below(family) > 0;
  }
}

import type { TokensChange } from '#contracts/tokens.ts';

/** Account, generation and family of a token. */
export interface TokenOrigin {
  readonly account: number;
  readonly generation: number;
  readonly family: string;
}

/** Revoked generations by account or family, kept while their tokens could still be valid. */
class Voided<Key> {
  #kept = new Map<Key, { readonly below: number; readonly until: number }>();
  #sweepAt = 1_000;

  /** Generations below this number are revoked. */
  below(key: Key): number {
    return this.#kept.get(key)?.below ?? 0;
  }

  add(key: Key, below: number, until = Number.POSITIVE_INFINITY): void {
    this.#kept.set(key, { below: Math.max(below, this.below(key)), until });
    if (this.#kept.size < this.#sweepAt) return;
    const now = Date.now();
    this.#kept = new Map([...this.#kept].filter(([, voided]) => voided.until > now));
    this.#sweepAt = 2 * this.#kept.size + 1_000;
  }
}

/** The known revocations. Those of expired tokens are forgotten. */
export class RevokedTokens {
  readonly #accounts = new Voided<number>();
  readonly #families = new Voided<string>();

  /** Applies one change. A new signing key revokes nothing. */
  take(change: TokensChange): void {
    if (change.kind === 'account') this.#accounts.add(change.account, change.generation, change.until);
    else if (change.kind === 'family') this.#families.add(change.family, 1, change.until);
  }

  /** Whether a token was revoked. */
  has({ account, generation, family }: TokenOrigin): boolean {
    return generation < this.#accounts.below(account) || this.#families.below(family) > 0;
  }
}

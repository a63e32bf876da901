import type { TokensChange } from '#contracts/tokens.ts';

/** What a token says of where it comes from. */
export interface TokenOrigin {
  readonly account: number;
  readonly generation: number;
  readonly family: string;
}

/** Generations that are void, by account or login, as long as a token of them could be good. */
class Voided<Key> {
  #kept = new Map<Key, { readonly below: number; readonly until: number }>();
  #sweepAt = 1_000;

  /** Generations below this are void. */
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

/** Which tokens were revoked, as far as it was taken in here. Tokens that have expired by now are forgotten. */
export class RevokedTokens {
  readonly #accounts = new Voided<number>();
  readonly #families = new Voided<string>();

  /** Takes one change in. Another signing key revokes nothing. */
  take(change: TokensChange): void {
    if (change.kind === 'account') this.#accounts.add(change.account, change.generation, change.until);
    else if (change.kind === 'family') this.#families.add(change.family, 1, change.until);
  }

  /** Whether a token was revoked. */
  has({ account, generation, family }: TokenOrigin): boolean {
    return generation < this.#accounts.below(account) || this.#families.below(family) > 0;
  }
}

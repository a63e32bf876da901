import { hash, randomBytes } from 'node:crypto';
import type { TokenPair } from '#contracts/login.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { Issuer } from './issuer.ts';
import type { FamilyStore } from './store/family-store.ts';

/** What tokens are made by. */
interface TokensParts {
  readonly issuer: Issuer;
  readonly families: FamilyStore;
  readonly refreshSeconds: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Gives tokens, renews them and takes them back. */
export class Tokens {
  readonly #parts: TokensParts;

  constructor(parts: TokensParts) {
    this.#parts = parts;
  }

  /** The first pair of a login. */
  async begin({ _id: account, role, generation }: AccountDocument): Promise<TokenPair> {
    const { issuer, families, refreshSeconds, now } = this.#parts;
    const family = randomBytes(16).toString('base64url');
    const refreshToken = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now() + refreshSeconds * 1_000);
    const refreshDigest = hash('sha256', refreshToken, 'base64url');
    await families.begin({
      _id: family,
      account,
      generation,
      refreshDigest,
      createdAt: new Date(now()),
      expiresAt,
    });
    return { token: await issuer.accessToken({ account, role, generation, family }), refreshToken };
  }
}

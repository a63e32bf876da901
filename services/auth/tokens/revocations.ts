import type { LoginMethod } from '#contracts/login.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import type { FamilyStore } from './store/family-store.ts';
import type { RevocationStore } from './store/revocation-store.ts';

/** A change of what tokens are verified by, under its number: kept, and still to be told. */
export interface Numbered {
  readonly number: number;
  readonly change: TokensChange;
}

/** What revocations are kept by. */
interface RevocationParts {
  readonly store: RevocationStore;
  readonly families: FamilyStore;
  /** Tells a change to the gateways. */
  readonly tell: (number: number, change: TokensChange) => void;
  /** How long any access token is good at most. */
  readonly accessSeconds: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Revocations stay for so much longer than any token that they are about, whatever the clocks say. Seconds. */
const spareSeconds = 900;

/**
 * Takes tokens back. Each way is a step of a transaction that the caller runs, and gives what is to be told with `tell`
 * once the transaction is through:
 *
 *     const told = await engine.transaction(async (session) => {
 *       // … the account's new password, and `generation` one higher …
 *       return revocations.ofAccount(session, account, generation);
 *     });
 *     revocations.tell(told);
 */
export class Revocations {
  readonly #parts: RevocationParts;

  constructor(parts: RevocationParts) {
    this.#parts = parts;
  }

  /**
   * Voids all tokens of an account that were made before its present `generation`, and ends its logins. Of an account
   * that is deleted, `generation` is one more than it had.
   */
  async ofAccount(session: Session, account: number, generation: number): Promise<Numbered> {
    await this.#parts.families.endAll(session, account);
    return this.#keep(session, { kind: 'account', account, generation, until: this.until });
  }

  /** Ends one login, with its refresh token. */
  async ofFamily(session: Session, family: string): Promise<Numbered> {
    await this.#parts.families.end(session, family);
    return this.#keep(session, { kind: 'family', family, until: this.until });
  }

  /** Ends the logins of an account that were begun in one way. */
  async ofLogins(session: Session, account: number, method: LoginMethod): Promise<Numbered[]> {
    const told = [];
    for (const { _id } of await this.#parts.families.begunBy(session, account, method)) {
      told.push(await this.ofFamily(session, _id));
    }
    return told;
  }

  /** Numbers a change of the signing keys. */
  async ofKeys(session: Session): Promise<Numbered> {
    return { number: await this.#parts.store.next(session), change: { kind: 'keys' } };
  }

  /** Tells the gateways. One that does not hear it finds out by the number. */
  tell({ number, change }: Numbered): void {
    this.#parts.tell(number, change);
  }

  /** When no token can be good any more that is signed by now. Unix milliseconds. */
  get until(): number {
    return this.#parts.now() + (this.#parts.accessSeconds + spareSeconds) * 1_000;
  }

  async #keep(session: Session, change: Exclude<TokensChange, { kind: 'keys' }>): Promise<Numbered> {
    const number = await this.#parts.store.next(session);
    await this.#parts.store.keep(session, { _id: number, change, expiresAt: new Date(change.until ?? 0) });
    return { number, change };
  }
}

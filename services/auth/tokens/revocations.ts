import type { LoginMethod } from '#contracts/login.ts';
import type { NumberedTokensChange, TokensChange } from '#contracts/tokens.ts';
import type { TokenLog } from '#platform/events/token-log.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import type { FamilyStore } from './store/family-store.ts';
import type { RevocationStore } from './store/revocation-store.ts';

/** What revocations are kept by. */
interface RevocationParts {
  readonly store: RevocationStore;
  readonly families: FamilyStore;
  readonly log: Pick<TokenLog, 'append'>;
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
 * Takes tokens back. Each way is a step of a transaction that the caller runs, and gives what is to be passed to
 * `acknowledge` once the transaction is through, before anybody is answered:
 *
 *     const told = await engine.transaction(async (session) => {
 *       // … the account's new password, and `generation` one higher …
 *       return revocations.ofAccount(session, account, generation);
 *     });
 *     await revocations.acknowledge([told]);
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
  async ofAccount(session: Session, account: number, generation: number): Promise<NumberedTokensChange> {
    await this.#parts.families.endAll(session, account);
    return this.#keep(session, { kind: 'account', account, generation, until: this.until });
  }

  /** Ends one login, with its refresh token. */
  async ofFamily(session: Session, family: string): Promise<NumberedTokensChange> {
    await this.#parts.families.end(session, family);
    return this.#keep(session, { kind: 'family', family, until: this.until });
  }

  /** Ends the logins of an account that were begun in one way. */
  async ofLogins(session: Session, account: number, method: LoginMethod): Promise<NumberedTokensChange[]> {
    const told = [];
    for (const { _id } of await this.#parts.families.begunBy(session, account, method)) {
      told.push(await this.ofFamily(session, _id));
    }
    return told;
  }

  /** Numbers a change of the signing keys. */
  async ofKeys(session: Session): Promise<NumberedTokensChange> {
    return { number: await this.#parts.store.next(session), change: { kind: 'keys' } };
  }

  /**
   * Tells the gateways, and puts it into the log, so that no replica says any more that nothing was revoked. A gateway
   * that does not hear it finds out by the number.
   *
   * @throws ServiceError `service_unavailable` when the log does not have it: it must not be acknowledged then
   */
  async acknowledge(changes: readonly NumberedTokensChange[]): Promise<void> {
    for (const { number, change } of changes) this.#parts.tell(number, change);
    if (changes.length > 0) await this.#parts.log.append(changes);
  }

  /** When no token can be good any more that is signed by now. Unix milliseconds. */
  get until(): number {
    return this.#parts.now() + (this.#parts.accessSeconds + spareSeconds) * 1_000;
  }

  async #keep(
    session: Session,
    change: Exclude<TokensChange, { kind: 'keys' }>,
  ): Promise<NumberedTokensChange> {
    const number = await this.#parts.store.next(session);
    await this.#parts.store.keep(session, { _id: number, change, expiresAt: new Date(change.until ?? 0) });
    return { number, change };
  }
}

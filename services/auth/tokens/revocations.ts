import type { LoginMethod } from '#contracts/login.ts';
import type { NumberedTokensChange, TokensChange } from '#contracts/tokens.ts';
import type { TokenLog } from '#platform/events/token-log.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import type { FamilyStore, RevocationStore } from '../store/logins.ts';

interface RevocationDeps {
  readonly store: RevocationStore;
  readonly families: FamilyStore;
  readonly log: Pick<TokenLog, 'append'>;
  /** Publishes a change to the gateways. */
  readonly publish: (number: number, change: TokensChange) => void;
  /** The longest lifetime of an access token in seconds. */
  readonly accessSeconds: number;
  readonly now: () => number;
}

/** Seconds for which a revocation is stored after its tokens have expired, because the clocks of machines differ. */
const spareSeconds = 900;

/**
 * Revokes tokens. Each method except `acknowledge` is a step of the caller's transaction and returns a change. The
 * caller passes the change to `acknowledge` after the commit and before the answer:
 *
 *     const revoked = await engine.transaction(async (session) => {
 *       // … the account's new password, and `generation` one higher …
 *       return revocations.revokeAccount(session, account, generation);
 *     });
 *     await revocations.acknowledge([revoked]);
 */
export class Revocations {
  readonly #deps: RevocationDeps;

  constructor(deps: RevocationDeps) {
    this.#deps = deps;
  }

  /**
   * Revokes all tokens of an account that are older than its current `generation`, and ends its logins. For a deleted
   * account, `generation` is the account's last generation plus one.
   */
  async revokeAccount(session: Session, account: number, generation: number): Promise<NumberedTokensChange> {
    await this.#deps.families.endAll(session, account);
    return this.#keep(session, { kind: 'account', account, generation, until: this.until });
  }

  /** Ends one login and its refresh token. */
  async revokeFamily(session: Session, family: string): Promise<NumberedTokensChange> {
    await this.#deps.families.end(session, family);
    return this.#keep(session, { kind: 'family', family, until: this.until });
  }

  /** Ends the logins of an account that began with one login method. */
  async revokeLogins(
    session: Session,
    account: number,
    method: LoginMethod,
  ): Promise<NumberedTokensChange[]> {
    const changes = [];
    for (const { _id } of await this.#deps.families.begunBy(session, account, method)) {
      changes.push(await this.revokeFamily(session, _id));
    }
    return changes;
  }

  /** Returns the change `keys` with the next number. A gateway then reads the signing keys again. */
  async ofKeys(session: Session): Promise<NumberedTokensChange> {
    return { number: await this.#deps.store.next(session), change: { kind: 'keys' } };
  }

  /**
   * Publishes changes to the gateways and appends the changes to the log. Then no replica accepts the revoked
   * tokens any more. A gateway that misses a message detects the gap in the numbers.
   *
   * @throws ServiceError `service_unavailable` when the changes are not in the log; the caller must then not
   * report success
   */
  async acknowledge(changes: readonly NumberedTokensChange[]): Promise<void> {
    for (const { number, change } of changes) this.#deps.publish(number, change);
    if (changes.length > 0) await this.#deps.log.append(changes);
  }

  /** A time (Unix milliseconds) at which all access tokens signed until now have expired. */
  get until(): number {
    return this.#deps.now() + (this.#deps.accessSeconds + spareSeconds) * 1_000;
  }

  async #keep(
    session: Session,
    change: Exclude<TokensChange, { kind: 'keys' }>,
  ): Promise<NumberedTokensChange> {
    const number = await this.#deps.store.next(session);
    await this.#deps.store.keep(session, { _id: number, change, expiresAt: new Date(change.until ?? 0) });
    return { number, change };
  }
}

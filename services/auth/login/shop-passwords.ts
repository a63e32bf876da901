import type { z } from 'zod';
import { type checkShopPassword, shopPasswordMs } from '#contracts/connect.ts';
import type { ShopCustomer } from '#contracts/shop-customers.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import {
  type AccountDocument,
  hasOwnPassword,
  isShopCustomer,
  namesOf,
  normalised,
} from '../model/account.ts';
import type { Askers, Hasher } from '../passwords/hasher.ts';
import type { AccountStore } from '../store/accounts.ts';

/** Sends a question to `connect`, which is answered until a deadline in Unix milliseconds. */
export type AskShop = (
  request: z.input<typeof checkShopPassword.request>,
  deadline: number,
) => Promise<z.output<typeof checkShopPassword.reply>>;

interface ShopPasswordsDeps {
  readonly accounts: Pick<AccountStore, 'byId' | 'keepShopPassword'>;
  /** Stores the account of a customer of the shop. Returns what was left out, and why. */
  readonly accountChanges: {
    follow(records: readonly ShopCustomer[]): Promise<{ readonly leftOut: readonly unknown[] }>;
  };
  readonly hasher: Pick<Hasher, 'hash'>;
  readonly ask: AskShop;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Returns the time in milliseconds; only differences count. */
  readonly now: () => number;
}

/** A password that none of our hashes confirms. */
export interface UnconfirmedPassword {
  /** The account with the name that was typed; null if no account has this name. */
  readonly found: AccountDocument | null;
  readonly identifier: string;
  readonly secret: string;
  readonly by: Askers;
}

/** Time that auth needs after the answer of the shop, and longest time for the question, in milliseconds. */
const spareMs = 250;
const longestMs = shopPasswordMs - spareMs;
/** Number of recent answer times that are remembered, and the assumed answer time before the first one. */
const remembered = 32;
const usualMs = 250;
/** Seconds after which a client may try again if the shop does not answer. */
const retryAfter = 5;

/**
 * Confirms passwords by asking the connected shop, for customers who have set none here. A confirmed one is kept as a hash of
 * ours, so that the shop is asked only once. Callers apply the limits of attempts first.
 */
export class ShopPasswords {
  readonly #deps: ShopPasswordsDeps;
  readonly #times: number[] = [];

  constructor(deps: ShopPasswordsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the account to which the password gives access; null if the password is wrong. For an account whose password the
   * shop does not decide, waits as long as the shop took lately, so that the time does not tell such accounts from names that
   * no account has.
   *
   * @throws ServiceError `service_unavailable` with the reason `shop` if the shop does not answer
   */
  async accountWith(given: UnconfirmedPassword): Promise<AccountDocument | null> {
    const { found } = given;
    if (found && !(isShopCustomer(found) && found.passwordHash === null)) {
      await this.#deps.pause(Math.min(this.#likelyMs(), longestMs));
      return null;
    }
    const confirmed = await this.#confirmed(given);
    if (confirmed === null) return null;
    const { id, row } = confirmed;
    const account = found?._id === id ? found : await this.#deps.accounts.byId(id);
    const isOpen = account && isShopCustomer(account) && !hasOwnPassword(account);
    return isOpen && (found === null || found._id === id) ? this.#keep(account, given, row) : null;
  }

  /** Returns the customer whose password it is. A customer who is not known here gets an account first. */
  async #confirmed({
    found,
    identifier,
    secret,
  }: UnconfirmedPassword): Promise<{ readonly id: number; readonly row: number } | null> {
    // The account may have another e-mail here than in the shop; its user name is the same.
    const login = found?.followed?.username ?? found?.record.username ?? identifier;
    const { id, row, customer } = await this.#ask({ login, password: secret, withRecord: !found });
    if (id === null) return null;
    if (found) return { id, row };
    if (customer?.id !== id || !namesOf(customer).includes(normalised(identifier))) return null;
    const { leftOut } = await this.#deps.accountChanges.follow([customer]);
    return leftOut.length === 0 ? { id, row } : null;
  }

  /** Keeps the hash of a confirmed password. If too many passwords wait to be hashed, the next login asks the shop again. */
  async #keep(
    account: AccountDocument,
    { secret, by }: UnconfirmedPassword,
    passwordRow: number,
  ): Promise<AccountDocument> {
    // Blanks at both ends belong to no password of WordPress.
    const passwordHash = await this.#deps.hasher.hash(secret.trim(), by).catch((error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    });
    if (passwordHash === null) return account;
    const kept = await this.#deps.accounts.keepShopPassword(account, { passwordHash, passwordRow });
    if (!kept) throw shopAway('the account has changed meanwhile');
    return kept;
  }

  async #ask(request: Parameters<AskShop>[0]): ReturnType<AskShop> {
    const begun = this.#deps.now();
    try {
      const answer = await this.#deps.ask(request, Date.now() + longestMs);
      this.#times.push(this.#deps.now() - begun);
      if (this.#times.length > remembered) this.#times.shift();
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'service_unavailable') throw shopAway(error);
      throw error;
    }
  }

  /** Returns one of the recent answer times of the shop. */
  #likelyMs(): number {
    return this.#times[Math.floor(this.#deps.random() * this.#times.length)] ?? usualMs;
  }
}

function shopAway(cause: unknown): ServiceError {
  return refusal('service_unavailable', { retry_after: retryAfter, reason: 'shop' }, { cause });
}

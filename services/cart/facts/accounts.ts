import { type CartAccount, findAccounts, readAddresses } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { WaitLimit } from './wait-limit.ts';

/** Requests what carts need of accounts from the auth service. */
export class Accounts {
  readonly #caller: Pick<Caller, 'request'>;
  readonly #waitLimit = new WaitLimit();

  constructor(caller: Pick<Caller, 'request'>) {
    this.#caller = caller;
  }

  /** Returns the caller's addresses; `addresses` is null without an account. Returns null if auth does not answer. */
  addresses(context: Context): Promise<{ readonly addresses: Customer | null } | null> {
    return this.#waitLimit.ask(context, (limited) => this.#caller.request(readAddresses, {}, limited));
  }

  /** Returns the caller's account and the accounts with these e-mail addresses. Returns null if auth does not answer. */
  async find(emails: readonly string[], context: Context): Promise<readonly CartAccount[] | null> {
    const ask = (limited: Context) => this.#caller.request(findAccounts, { emails: [...emails] }, limited);
    return (await this.#waitLimit.ask(context, ask))?.accounts ?? null;
  }
}

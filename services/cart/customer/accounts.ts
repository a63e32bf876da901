import { readAddresses } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { WaitLimit } from '../catalogue-cache/fresh-cache.ts';

/** Requests the addresses of customers' accounts from the auth service. */
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
}

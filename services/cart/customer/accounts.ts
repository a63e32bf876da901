import { readAddresses } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { WaitLimit } from '../catalogue-cache/fresh-cache.ts';

/** Addresses of customers' accounts. */
export class Accounts {
  readonly #caller: Pick<Caller, 'request'>;
  readonly #patience = new WaitLimit();

  constructor(caller: Pick<Caller, 'request'>) {
    this.#caller = caller;
  }

  /** Returns the caller's addresses; null members for a missing account, null if auth does not answer. */
  addresses(context: Context): Promise<{ readonly addresses: Customer | null } | null> {
    return this.#patience.ask(context, (asking) => this.#caller.request(readAddresses, {}, asking));
  }
}

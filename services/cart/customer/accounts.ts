import { readAddresses } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { Patience } from '../catalogue-cache/fresh-cache.ts';

/** What carts know of their customers' accounts. */
export class Accounts {
  readonly #caller: Pick<Caller, 'request'>;
  readonly #patience = new Patience();

  constructor(caller: Pick<Caller, 'request'>) {
    this.#caller = caller;
  }

  /** The addresses of whoever acts, null where there is no such account. Null for all while nobody answers. */
  addresses(context: Context): Promise<{ readonly addresses: Customer | null } | null> {
    return this.#patience.briefly(context, (asking) => this.#caller.request(readAddresses, {}, asking));
  }
}

import { cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { Core } from './core.ts';
import { account } from './login.ts';
import type { ClientOptions } from './options.ts';
import { type PagedRoute, pages } from './pages.ts';
import { products } from './products.ts';
import { store } from './store.ts';
import type { InputArgument, Route } from './types.ts';

/** Returns a client of a shop with all its operations. */
export function createClient(options: ClientOptions) {
  const core = new Core(options);
  const { login, logout, register, ...others } = account(core);
  return {
    products: products(core),
    cart: cart(core),
    checkout: checkout(core),
    store: store(core),
    account: others,
    login,
    logout,
    register,
    /** Returns the body of the answer to any request: `request('GET /v2/store')`. */
    request: <R extends Route>(route: R, ...input: InputArgument<R>) => core.request(route, ...input),
    /** Returns the answer to any request with its status and headers. */
    send: <R extends Route>(route: R, ...input: InputArgument<R>) => core.send(route, ...input),
    /** Yields the answers of a list page by page. */
    pages: <R extends PagedRoute>(route: R, ...input: InputArgument<R>) => pages(core, route, ...input),
  };
}

/** A client of a shop. */
export type Client = ReturnType<typeof createClient>;

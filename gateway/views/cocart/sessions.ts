import type { CartLine } from '#contracts/cart.ts';
import { cartScope } from '../shared/cart-amounts.ts';
import type { Links } from '../shared/links.ts';
import { phpMap } from '../shared/php-map.ts';
import { cartViewOf, sessionRecord, wholeSession } from '../shared/sessions.ts';
import type { CartView, Views } from '../shared/views.ts';
import { cart, item as cartItem } from './cart.ts';

/**
 * Returns a line of a session. Unlike in a cart, all amounts are text in minor units
 * (docs/reference/README.md#dialects).
 */
function item(line: CartLine, view: CartView, links: Links) {
  const { subtotal, subtotalTax, total, tax } = line;
  const texts = { subtotal: `${subtotal}`, subtotal_tax: `${subtotalTax}`, total: `${total}`, tax: `${tax}` };
  return { ...cartItem.present(line, cartScope(view, links, 'minor'), null), totals: texts };
}

function items(view: CartView, links: Links) {
  return phpMap(Object.fromEntries(view.cart.lines.map((line) => [line.key, item(line, view, links)])));
}

/** Returns a session whose map of lines has PHP's form: an empty map is `[]`. */
function withPhpMap<Kept extends { readonly cart: Record<string, unknown> }>(record: Kept) {
  return { ...record, cart: phpMap(record.cart) };
}

/**
 * Presenters of sessions, which are carts as managers see them, in the form of CoCart 4.x
 * (docs/reference/README.md#dialects).
 */
export const sessionPresenters = {
  sessions: ({ sessions }: Views['sessions'], links: Links) =>
    sessions.map((one) => withPhpMap(sessionRecord(one, links))),
  session(view: Views['session'], links: Links) {
    const shown = cartViewOf(view);
    return {
      ...withPhpMap(
        wholeSession(view, links, cart.present(shown.cart, cartScope(shown, links, 'minor'), null)),
      ),
      items: items(shown, links),
    };
  },
  /** Returns only the lines of the session, as a map by line key. */
  sessionItems: (view: Views['sessionItems'], links: Links) => items(cartViewOf(view), links),
  /** Returns a sentence, which the answer contains as a JSON string. */
  sessionDeleted: () => 'Session successfully deleted.',
};

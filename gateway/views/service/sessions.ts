import { cartScope } from '../shared/cart-amounts.ts';
import type { Links } from '../shared/links.ts';
import { cartViewOf, sessionRecord, wholeSession } from '../shared/sessions.ts';
import type { Views } from '../shared/views.ts';
import { cart, item } from './cart.ts';

/** Presenters of sessions, which are carts as managers see them (docs/reference/sessions.md#the-record). */
export const sessionPresenters = {
  sessions: ({ sessions }: Views['sessions'], links: Links) =>
    sessions.map((one) => sessionRecord(one, links)),
  session(view: Views['session'], links: Links) {
    const shown = cart.present(view.session.cart, cartScope(cartViewOf(view), links, 'decimal'), null);
    return { ...wholeSession(view, links, shown), items: shown.items };
  },
  /** Returns only the lines of the session, as a list. */
  sessionItems: (view: Views['sessionItems'], links: Links) =>
    view.session.cart.lines.map((line) =>
      item.present(line, cartScope(cartViewOf(view), links, 'decimal'), null),
    ),
  sessionDeleted: () => ({ deleted: true }),
};

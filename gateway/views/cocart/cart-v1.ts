import { z } from 'zod';
import type { CartLine, CartTotals } from '#contracts/cart.ts';
import { say } from '#platform/sentences/say.ts';
import type { CartScope } from '../shared/cart-amounts.ts';
import {
  type HtmlScope,
  lineViews,
  ratesView,
  line as sharedLine,
  totals as sharedTotals,
  taxesByRate,
  totalsOf,
} from '../shared/cart-v1.ts';
import { pickFields } from '../shared/fields.ts';
import { text } from '../shared/kinds.ts';
import { type Entries, from, object, part, type View } from '../shared/view.ts';
import type { Views } from '../shared/views.ts';

const { cart_item_data: _data, ...members } = sharedLine.members;
const own = object<CartLine, CartScope>(members);

/**
 * A cart line in the raw form of v1. The item data that the client sent is among the members of the line. A
 * member of the line takes precedence over item data of the same name.
 */
const line: View<CartLine, CartScope> = {
  schema: z.object(own.schema.shape).catchall(z.json()).meta({
    id: 'CoCartLineV1',
    description: 'Further members are the data that was sent with the item.',
  }),
  present(shown, scope, fields) {
    const data = fields === null ? shown.itemData : pickFields(shown.itemData, fields);
    return { ...Object(data), ...own.present(shown, scope, fields) };
  },
};

/** Returns the charged taxes by the id of their rate. Zero taxes are left out. */
function byRate(taxes: readonly number[], { taxRates }: CartTotals): Entries<number> {
  return taxRates.map((id, at) => [String(id), taxes[at] ?? 0] as const).filter(([, tax]) => tax !== 0);
}

/** The totals. Taxes by rate are numbers even if the other totals are formatted text. */
const totals = object<CartTotals, HtmlScope>(
  {
    ...sharedTotals.members,
    shipping_taxes: part('The tax on shipping by rate ID.', taxesByRate, (all) =>
      byRate(all.shippingTaxes, all),
    ),
    cart_contents_taxes: part('The tax on the items by rate ID.', taxesByRate, (all) =>
      byRate(all.contentsTaxes, all),
    ),
    fee_taxes: part('The tax on the fees by rate ID.', taxesByRate, (all) => byRate(all.feesTaxes, all)),
  },
  'CoCartTotalsV1',
  'Amounts are numbers in major units; with `html=true` formatted text, except for taxes by rate.',
);

/** The views of v1 answers that differ from the service dialect (docs/reference/README.md#dialects). */
export const cartV1Views = {
  ...lineViews(line),
  emptyCartV1: text('A message for the shopper.', () => say('cart.no_items')),
  cartTotalsV1: from(totals, totalsOf),
  messageV1: text('A message for the shopper.', (said: Views['messageV1']) => said.text),
  shippingRatesV1: ratesView(true),
};

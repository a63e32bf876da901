import type { CartLine } from '#contracts/cart.ts';
import { decimalNumber } from '#platform/money/text.ts';
import { byKey, rawLine, totals } from '../shared/cart-v1.ts';
import type { Links } from '../shared/links.ts';
import { phpMap } from '../shared/php-map.ts';
import type { CartView, Views } from '../shared/views.ts';

/**
 * Returns a cart line in the raw form of v1. The item data that the client sent is among the members of the line. A
 * member of the line takes precedence over item data of the same name.
 */
function line(raw: CartLine, view: CartView, links: Links) {
  const { cart_item_data: _data, ...own } = rawLine(raw, view, links);
  return { ...raw.itemData, ...own };
}

function lines(all: readonly CartLine[], view: CartView, links: Links) {
  return byKey(all, (one) => line(one, view, links));
}

/**
 * Returns the cart's totals. The taxes of shipping, items and fees are maps from the id of a tax rate to its
 * tax. Taxes in these maps are numbers even if the other totals are formatted text, and zero taxes are left
 * out.
 */
function totalsByRate(view: Views['cartTotalsV1']) {
  const { totals: all, currency } = view.cart;
  const byRate = (taxes: readonly number[]) => {
    const amounts = all.taxRates.map((id, at) => [id, taxes[at] ?? 0] as const);
    const charged = amounts.filter(([, tax]) => tax !== 0);
    return phpMap(
      Object.fromEntries(charged.map(([id, tax]) => [id, decimalNumber(tax, currency.decimals)])),
    );
  };
  return {
    ...totals(view),
    shipping_taxes: byRate(all.shippingTaxes),
    cart_contents_taxes: byRate(all.contentsTaxes),
    fee_taxes: byRate(all.feesTaxes),
  };
}

/**
 * Presenters of the v1 cart answers whose form in CoCart 4.x differs from the service dialect
 * (docs/reference/README.md#dialects).
 */
export const ownCartV1Answers = {
  cartV1: (view: Views['cartV1'], links: Links) => lines(view.cart.lines, view, links),
  emptyCartV1: () => 'No items in the cart.',
  cartItemV1: (view: Views['cartItemV1'], links: Links) => line(view.line, view, links),
  removedItemsV1: (view: Views['removedItemsV1'], links: Links) => lines(view.cart.removed, view, links),
  cartTotalsV1: totalsByRate,
  messageV1: ({ text }: Views['messageV1']) => text,
};

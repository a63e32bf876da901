import { createHash } from 'node:crypto';
import type { CartLine } from '#contracts/cart.ts';
import { decimalNumber, formatted } from '#platform/money/text.ts';
import { fifteenTotals } from './cart-totals.ts';
import type { Links } from './links.ts';
import { phpMap } from './php-map.ts';
import type { CartView, Views } from './views.ts';

/** Returns a hash of the product's type and options. A change of the price or name does not change the hash. */
function dataHash({ type, attributes }: CartLine): string {
  const sorted = Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('md5')
    .update(JSON.stringify([type, sorted]))
    .digest('hex');
}

/**
 * Returns the options of a line's variation by the names that add-item accepts, such as `attribute_pa_colour`.
 */
function variation({ attributes }: CartLine) {
  return phpMap(
    Object.fromEntries(Object.entries(attributes).map(([key, slug]) => [`attribute_${key}`, slug])),
  );
}

function taxesByRate({ taxes }: CartLine, of: 'subtotal' | 'total', number: (amount: number) => number) {
  return phpMap(Object.fromEntries(taxes.map((tax) => [tax.rateId, number(tax[of])])));
}

/**
 * Returns a cart line in v1's raw form (docs/reference/cart-v1.md#the-raw-item). Amounts are numbers in major
 * units; the price is formatted. `data` is always empty; in CoCart, `data` contains a WooCommerce product.
 */
export function rawLine(line: CartLine, { cart: { currency }, pictures }: CartView, links: Links) {
  const number = (amount: number) => decimalNumber(amount, currency.decimals);
  return {
    key: line.key,
    product_id: line.productId,
    variation_id: line.variationId,
    variation: variation(line),
    quantity: line.quantity,
    data_hash: dataHash(line),
    line_tax_data: {
      subtotal: taxesByRate(line, 'subtotal', number),
      total: taxesByRate(line, 'total', number),
    },
    line_subtotal: number(line.subtotal),
    line_subtotal_tax: number(line.subtotalTax),
    line_total: number(line.total),
    line_tax: number(line.tax),
    data: {},
    cart_item_data: phpMap(line.itemData),
    product_name: line.name,
    product_title: line.title,
    product_price: formatted(line.unitPrice, currency),
    ...(pictures && { product_image: links.picture(line.thumbnail) || links.placeholder }),
  };
}

/** Returns cart lines in v1's raw form, as a map by line key. */
function rawLines(lines: readonly CartLine[], view: CartView, links: Links) {
  return byKey(lines, (line) => rawLine(line, view, links));
}

/**
 * Returns a map from the key of each line to the value that `write` returns for the line. Returns `[]` if
 * there are no lines.
 */
export function byKey<Written>(lines: readonly CartLine[], write: (line: CartLine) => Written) {
  return phpMap(Object.fromEntries(lines.map((line) => [line.key, write(line)])));
}

/** Returns the fifteen totals of a cart, as numbers in major units or as formatted text. */
export function totals({ cart: { currency, totals: all }, formatted: asText }: Views['cartTotalsV1']) {
  const amount = (minor: number) =>
    asText ? formatted(minor, currency) : decimalNumber(minor, currency.decimals);
  return fifteenTotals(all, amount, amount);
}

/** Presenters of v1 cart answers. A dialect may replace a presenter. Empty maps are `[]`. */
export const cartV1Answers = {
  cartV1: (view: Views['cartV1'], links: Links) => rawLines(view.cart.lines, view, links),
  emptyCartV1: () => [],
  cartItemV1: (view: Views['cartItemV1'], links: Links) => rawLine(view.line, view, links),
  removedItemsV1: (view: Views['removedItemsV1'], links: Links) => rawLines(view.cart.removed, view, links),
  quantitiesV1: ({ cart: { lines } }: Views['quantitiesV1']) => byKey(lines, ({ quantity }) => quantity),
  cartTotalsV1: totals,
  cartWeightV1: ({ cart }: Views['cartWeightV1']) => cart.weight,
  messageV1: ({ text }: Views['messageV1']) => ({ message: text }),
  itemRemovedV1: () => ({ removed: true }),
};

import type { z } from 'zod';
import type { addItem, Notice } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { withContact } from './contact.ts';
import { itemKey } from './item-key.ts';
import { requireFittingData, requireRoom } from './limits.ts';
import { parseQuantity, raised } from './quantity.ts';
import type { Applied, CartState, Line } from './state.ts';
import { requireStock } from './stock.ts';

/** What add-item asks for, as the wire has it. */
export type AddItem = Omit<z.output<(typeof addItem)['request']>, 'once' | 'ifRevision'>;

/** Product id as a number in text, with the sign that makes it none. */
const numeric = /^-?\d+$/;

/** Types that go into a cart by themselves. */
const addable: ReadonlySet<string> = new Set(['simple']);

/**
 * The product that a reference must name.
 *
 * @throws ServiceError `service_product_id_required` for 0 or nothing, `service_unknown_product_id` for a text that
 * is no SKU, `service_invalid_product` for a number that is no product's or a product in the bin (contract 4.1, 1 and 2)
 */
function requireProduct(reference: string, facts: ProductFacts | null): ProductFacts {
  const trimmed = reference.trim();
  if (trimmed === '' || /^0+$/.test(trimmed)) throw refusal('service_product_id_required', {});
  if (facts && facts.status !== 'trash') return facts;
  throw numeric.test(trimmed)
    ? refusal('service_invalid_product', {})
    : refusal('service_unknown_product_id', {});
}

/** The price that a trusted caller gives, in minor units; null when none is given. */
function ownPrice(text: string | null, currency: Currency): number | null {
  if (text === null) return null;
  const price = fromDecimalText(text, currency.decimals);
  if (price === null || price < 0) {
    throw refusal('service_invalid_request', { issues: [{ path: 'price', message: 'no amount' }] });
  }
  return price;
}

function raisedLine(line: Line, added: number, facts: ProductFacts, price: number | null): Line {
  return {
    ...line,
    quantity: raised(line.quantity, added, facts),
    ownPrice: price ?? line.ownPrice,
    seenPrice: facts.price,
    name: facts.name,
  };
}

/**
 * Puts a product into a cart or raises the line with the same key. Pure; the checks in the order of contract 4.1.
 *
 * `facts` are those of the product that `command.reference` names, null when there is none.
 *
 * @throws ServiceError the refusals of contract 3 A; the state is then unchanged
 */
export function applyAddItem(
  state: CartState,
  command: AddItem,
  facts: ProductFacts | null,
  currency: Currency,
): Applied {
  const product = requireProduct(command.reference, facts);
  const quantity = parseQuantity(command.quantity, product);
  if (!addable.has(product.type)) {
    throw refusal('service_cannot_add_product_type_to_cart', { product_type: product.type });
  }
  requireFittingData(command.itemData);
  const key = itemKey(product.id, 0, {}, command.itemData);
  requireStock(product, state.lines, key, quantity);

  const price = ownPrice(command.price, currency);
  const at = state.lines.findIndex((line) => line.key === key);
  const held = state.lines[at];
  if (!held) requireRoom(state.lines);
  const line: Line = held
    ? raisedLine(held, quantity, product, price)
    : {
        key,
        productId: product.id,
        variationId: 0,
        quantity,
        attributes: {},
        itemData: command.itemData,
        ownPrice: price,
        seenPrice: product.price,
        stockUnit: product.stockUnit,
        name: product.name,
      };
  const lines = held ? state.lines.with(at, line) : [...state.lines, line];
  const contact = withContact(state.customer, command.email, command.phone);
  const added: Notice = {
    kind: 'success',
    text:
      quantity === 1
        ? `"${product.name}" has been added to your cart.`
        : `${quantity} × "${product.name}" have been added to your cart.`,
  };
  return {
    state: { ...state, lines, customer: contact.customer },
    lineKey: key,
    notices: [added, ...contact.notices],
  };
}

import type { Notice } from '#contracts/cart.ts';
import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { type Chosen, chosenOf, productNamed } from '../choosing.ts';
import { withContact } from '../contact.ts';
import { itemKey } from '../item-key.ts';
import { requireFittingData, requireRoom } from '../limits.ts';
import { parseQuantity, raised } from '../quantity.ts';
import type { Applied, CartState, Line } from '../state.ts';
import { requireStock } from '../stock.ts';
import type { World } from '../world.ts';

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

function newLine(key: string, { facts, attributes }: Chosen, item: Item, quantity: number): Line {
  return {
    key,
    productId: facts.parentId || facts.id,
    variationId: facts.parentId === 0 ? 0 : facts.id,
    quantity,
    attributes,
    itemData: item.itemData,
    ownPrice: null,
    seenPrice: facts.price,
    stockUnit: facts.stockUnit,
    name: facts.name,
  };
}

/** An addition, before anybody is told of it. */
export interface PutIn {
  readonly lines: readonly Line[];
  readonly key: string;
  readonly facts: ProductFacts;
  /** How many were added. */
  readonly quantity: number;
}

/**
 * The lines with an item put in: a new one at the end, or the one with the same key raised. Pure; the checks in the
 * order of contract 4.1.
 *
 * @throws ServiceError the refusals of contract 3 A
 */
export function putIn(lines: readonly Line[], item: Item, world: World): PutIn {
  const product = productNamed(item.reference, world);
  const quantity = parseQuantity(item.quantity, product);
  const chosen = chosenOf(product, item, world);
  const { facts, attributes } = chosen;
  requireFittingData(item.itemData);
  const [productId, variationId] = facts.parentId === 0 ? [facts.id, 0] : [facts.parentId, facts.id];
  const key = itemKey(productId, variationId, attributes, item.itemData);
  requireStock(facts, lines, key, quantity);
  const price = ownPrice(item.price, world.settings.currency);
  const at = lines.findIndex((line) => line.key === key);
  const held = lines[at];
  if (held) return { lines: lines.with(at, raisedLine(held, quantity, facts, price)), key, facts, quantity };
  requireRoom(lines);
  const line = { ...newLine(key, chosen, item, quantity), ownPrice: price };
  return { lines: [...lines, line], key, facts, quantity };
}

/** What the shopper is told of an addition. */
export function addedNotice(quantity: number, name: string): Notice {
  const text =
    quantity === 1
      ? `"${name}" has been added to your cart.`
      : `${quantity} × "${name}" have been added to your cart.`;
  return { kind: 'success', text };
}

/**
 * Puts a product into a cart or raises the line with the same key (contract 4.1). Pure.
 *
 * @throws ServiceError the refusals of contract 3 A; the state is then unchanged
 */
export function addItem(
  state: CartState,
  { item, email, phone }: CommandOf<'add-item'>,
  world: World,
): Applied {
  const { lines, key, facts, quantity } = putIn(state.lines, item, world);
  const contact = withContact(state.customer, email, phone);
  return {
    state: { ...state, lines, customer: contact.customer },
    lineKeys: [key],
    notices: [addedNotice(quantity, facts.name), ...contact.notices],
  };
}

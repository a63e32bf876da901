import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Notice } from '#contracts/notices.ts';
import type { Currency } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidRequest } from '#platform/errors/faults.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import {
  type Applied,
  type CommandContext,
  type CommandRule,
  factsByReference,
  never,
  noNeeds,
} from '../../model/command.ts';
import { requireBelowLimit, requireFittingData } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import { type Contact, withContact } from '../customer/addresses.ts';
import { chosenOf, furtherIdsOf, productNamed } from '../rules/choice.ts';
import { asSeenNow, purchaseOf } from '../rules/line.ts';
import { parseQuantity, raised, requireStock } from '../rules/quantity-and-stock.ts';

/**
 * Adds a product to a cart as a new line, or raises the quantity of the line with the same key. Pure.
 *
 * @throws ServiceError the refusals of an addition (docs/reference/cart.md#add-an-item)
 */
export const addItem: CommandRule<CommandOf<'add-item'>> = {
  needs: {
    ...noNeeds,
    references: ({ item }) => [item.reference.trim()],
    furtherIds: ({ item }, _state, context) => furtherIdsOf(item, context),
  },
  mayBeStale: never,
  apply(state, { item, ...contact }, context) {
    return withAddedItems(state, [item], contact, context);
  },
};

/**
 * Adds several products to a cart in the given order (docs/reference/cart.md#add-several-items). If one product is
 * refused, no product is added. Pure.
 *
 * @throws ServiceError the refusal of the first product that cannot be added
 */
export const addItems: CommandRule<CommandOf<'add-items'>> = {
  needs: {
    ...noNeeds,
    references: ({ items }) => items.map(({ reference }) => reference.trim()),
    furtherIds: ({ items }, _state, context) => items.flatMap((item) => furtherIdsOf(item, context)),
  },
  mayBeStale: never,
  apply(state, { items, ...contact }, context) {
    return withAddedItems(state, items, contact, context);
  },
};

/**
 * Adds products of a group to a cart. If one product is refused, no product is added. Each product is checked like a
 * single addition (docs/reference/cart.md#add-several-items). Pure.
 *
 * @throws ServiceError `service_cannot_add_product_type_to_cart` when the product is not a group,
 * `service_grouped_product_empty` for a group without products, `service_grouped_product_failed` when every quantity is
 * 0, `service_invalid_product` for a product outside the group; and the refusals of an addition
 */
export const addGroup: CommandRule<CommandOf<'add-group'>> = {
  needs: {
    ...noNeeds,
    references: ({ reference, quantities }) =>
      [reference, ...Object.keys(quantities)].map((one) => one.trim()),
    furtherIds: (command, _state, context) => itemsOf(command).flatMap((item) => furtherIdsOf(item, context)),
  },
  mayBeStale: never,
  apply(state, command, context) {
    const product = productNamed(command.reference, context);
    const items = itemsOf(command);
    if (!command.anyProduct) requireMembers(items, product, context);
    else if (items.length === 0) throw refusal('service_grouped_product_failed', {});
    return withAddedItems(state, items, command, context);
  },
};

/** Matches an empty text, or zero in any notation. */
const noQuantity = /^(0+(\.0*)?)?$/;

/** Returns the command's products as items. Products with an empty or zero quantity are left out. */
function itemsOf({ quantities }: CommandOf<'add-group'>): Item[] {
  return Object.entries(quantities)
    .filter(([, quantity]) => !noQuantity.test(quantity.trim()))
    .map(([reference, quantity]) => ({ reference, quantity, variation: {}, itemData: {}, price: null }));
}

/**
 * Checks that `items` is not empty and that all items belong to the group.
 *
 * @throws ServiceError if `items` is empty or an item is not in the group, and the errors of `groupedIds`
 */
function requireMembers(items: readonly Item[], group: ProductFacts, context: CommandContext): void {
  const ids = new Set(groupedIds(group));
  if (items.length === 0) throw refusal('service_grouped_product_failed', {});
  for (const { reference } of items) {
    const named = factsByReference(context, reference);
    if (named && !ids.has(named.id)) throw refusal('service_invalid_product', {});
  }
}

/**
 * Returns the ids of a group's products. @throws ServiceError for a product that is no group, or a group that cannot
 * be bought
 */
function groupedIds({ type, status, choices }: ProductFacts): readonly number[] {
  if (type !== 'grouped') throw refusal('service_cannot_add_product_type_to_cart', { product_type: type });
  if (status !== 'publish') throw refusal('service_cannot_be_purchased', {});
  const ids = choices?.groupedIds ?? [];
  if (ids.length === 0) throw refusal('service_grouped_product_empty', {});
  return ids;
}

/**
 * Returns a cart with all items added one after the other, so that the stock check counts items of one stock together
 * (docs/reference/cart.md#add-an-item). Pure.
 *
 * @throws ServiceError the refusal of the first item that cannot be added; then no item is added
 */
function withAddedItems(
  state: CartState,
  items: readonly Item[],
  contact: Contact,
  context: CommandContext,
): Applied {
  const all: Addition[] = [];
  for (const item of items) all.push(addLine(all.at(-1)?.lines ?? state.lines, item, context, state.lines));
  const { customer, notices } = withContact(state.customer, contact, context.settings);
  return {
    state: { ...state, lines: all.at(-1)?.lines ?? state.lines, customer },
    lineKeys: [...new Set(all.map(({ key }) => key))],
    notices: [addedNotice(all), ...notices],
  };
}

/** The result of adding an item to the lines of a cart. */
interface Addition {
  readonly lines: readonly Line[];
  readonly key: string;
  readonly name: string;
  /** The added quantity. */
  readonly quantity: number;
}

/**
 * Returns the lines after adding an item, as a new line at the end or to the line with the same key. The checks follow
 * the order in docs/reference/cart.md#add-an-item. `before` has the cart's lines before the command added its first
 * item.
 *
 * @throws ServiceError the refusals of an addition
 */
function addLine(
  lines: readonly Line[],
  item: Item,
  context: CommandContext,
  before: readonly Line[],
): Addition {
  const product = productNamed(item.reference, context);
  requireProduct(product, item);
  const quantity = parseQuantity(item.quantity, product);
  const chosen = chosenOf(product, item, context);
  const { facts } = chosen;
  requireFittingData(item.itemData);
  const bought = purchaseOf(chosen, item.itemData);
  const { key } = bought;
  requireStock(facts, context.facts, lines, key, quantity, before);
  const price = ownPrice(item.price, context.settings.currency);
  const at = lines.findIndex((line) => line.key === key);
  const held = lines[at];
  const done = { key, name: facts.name, quantity };
  if (held) return { ...done, lines: lines.with(at, raisedLine(held, quantity, facts, price)) };
  requireBelowLimit(lines);
  return { ...done, lines: [...lines, { ...bought, ...asSeenNow(facts), quantity, ownPrice: price }] };
}

/**
 * Checks that a product has the id `productId` or is a variation of the product with this id. Without
 * `productId`, accepts every product. @throws ServiceError `service_no_variation_found`
 */
function requireProduct({ id, parentId }: ProductFacts, { productId }: Item): void {
  const fits = productId === undefined || [id, parentId].map(String).includes(productId);
  if (!fits) throw refusal('service_no_variation_found', {});
}

/** Returns the price that a trusted caller gave, in minor units. Null without a given price. @throws ServiceError */
function ownPrice(text: string | null, currency: Currency): number | null {
  if (text === null) return null;
  const price = fromDecimalText(text, currency.decimals);
  if (price === null || price < 0) {
    throw invalidRequest('price', 'no_amount');
  }
  return price;
}

/**
 * Returns a line with added pieces. `price` becomes `ownPrice`, the price of each piece; null means the catalogue's
 * price.
 */
function raisedLine(line: Line, added: number, facts: ProductFacts, price: number | null): Line {
  const quantity = raised(line.quantity, added, facts);
  return { ...line, ...asSeenNow(facts), quantity, ownPrice: price };
}

/** Maximum number of product names in a notice. A notice about more products contains their number instead. */
const maxNames = 3;

function addedNotice(all: readonly Addition[]): Notice {
  const named = new Set(all.map(({ name }) => name));
  const names = named.size > maxNames ? [] : [...named];
  const pieces = all.reduce((sum, { quantity }) => sum + quantity, 0);
  return { kind: 'success', code: 'items_added', data: { names, products: named.size, pieces } };
}

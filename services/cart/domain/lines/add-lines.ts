import type { Notice } from '#contracts/cart.ts';
import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { type Contact, withContact } from '../../customer/domain/contact.ts';
import { type Applied, type CommandContext, nameList } from '../../model/command.ts';
import { requireBelowLimit, requireFittingData } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import { chosenOf, productNamed } from '../product-choice/choose-product.ts';
import { asSeenNow, purchaseOf } from './purchase.ts';
import { parseQuantity, raised } from './quantity.ts';
import { requireStock } from './stock.ts';

/** Maximum number of product names in a notice. A notice about more products contains their number instead. */
const maxNames = 3;

/** Returns the price that a trusted caller gave, in minor units. Null without a given price. @throws ServiceError */
function ownPrice(text: string | null, currency: Currency): number | null {
  if (text === null) return null;
  const price = fromDecimalText(text, currency.decimals);
  if (price === null || price < 0) {
    throw refusal('service_invalid_request', { issues: [{ path: 'price', message: 'no amount' }] });
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

/** The result of adding an item to the lines of a cart. */
interface Addition {
  readonly lines: readonly Line[];
  readonly key: string;
  readonly name: string;
  /** The added quantity. */
  readonly quantity: number;
}

/**
 * Checks that a product has the id `productId` or is a variation of the product with this id. Without
 * `productId`, accepts every product. @throws ServiceError `service_no_variation_found`
 */
function requireProduct({ id, parentId }: ProductFacts, { productId }: Item): void {
  const fits = productId === undefined || [id, parentId].map(String).includes(productId);
  if (!fits) throw refusal('service_no_variation_found', {});
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

/** Returns one notice for all additions. */
function addedNotice(all: readonly Addition[]): Notice {
  const names = new Set(all.map(({ name }) => name));
  const count = all.reduce((sum, { quantity }) => sum + quantity, 0);
  const what = names.size > maxNames ? `${names.size} products` : nameList([...names]);
  const many = names.size === 1 && count > 1 ? `${count} × ` : '';
  const have = names.size === 1 && count === 1 ? 'has' : 'have';
  return { kind: 'success', text: `${many}${what} ${have} been added to your cart.` };
}

/**
 * Returns a cart with all items added one after the other, so that the stock check counts items of one stock together
 * (docs/reference/cart.md#add-an-item). Pure.
 *
 * @throws ServiceError the refusal of the first item that cannot be added; then no item is added
 */
export function withAddedItems(
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

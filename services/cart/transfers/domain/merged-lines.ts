import { maxQuantity, type Notice } from '#contracts/cart.ts';
import { lineWith, mergedPrice, withQuantity } from '../../domain/lines/line-in-cart.ts';
import { maxFor } from '../../domain/lines/quantity.ts';
import { availableQuantity } from '../../domain/lines/stock.ts';
import { type CommandContext, factsIdOf, nameList } from '../../model/command.ts';
import { isBelowLimit } from '../../model/limits.ts';
import type { Line } from '../../model/state.ts';

/** Maximum number of product names in a notice. A notice about more products contains their number instead. */
const maxNames = 3;

/** The merged lines of two carts, the guest's lines that did not fit (`left`), and the notices. */
interface Merged {
  readonly lines: readonly Line[];
  readonly left: readonly Line[];
  readonly notices: readonly Notice[];
}

/** Returns the maximum quantity of a line, within the stock that the other lines leave. */
function maxOf(line: Line, others: readonly Line[], { facts: known }: CommandContext): number {
  const facts = known.get(factsIdOf(line));
  // The line of a product that no longer exists is removed later, so its quantity does not matter.
  if (!facts) return maxQuantity;
  return Math.min(maxFor(facts), availableQuantity(facts, known, others));
}

function fewerNotice(line: Line, wanted: number, quantity: number, { facts }: CommandContext): Notice {
  const { name } = line;
  const isIndividual = facts.get(factsIdOf(line))?.soldIndividually === true;
  const text = isIndividual
    ? `Only one "${name}" can be in your cart.`
    : `You cannot have ${wanted} of "${name}": your cart has ${quantity}.`;
  return { kind: 'error', text };
}

/** Returns the customer's line merged with the guest's line. `quantity` is at most the sum of both quantities. */
function joinedLine(own: Line, guest: Line, quantity: number): Line {
  const isSum = quantity === own.quantity + guest.quantity;
  return isSum ? { ...own, quantity, ownPrice: mergedPrice(own, guest) } : withQuantity(own, quantity);
}

/** Returns one notice for all lines that were not transferred. */
export function leftNotice(left: readonly Line[]): readonly Notice[] {
  if (left.length === 0) return [];
  const names = left.map(({ name }) => name);
  const what = left.length > maxNames ? `${left.length} items` : nameList(names);
  return [{ kind: 'error', text: `There was no room in your cart, or no stock, for ${what}.` }];
}

/**
 * Returns a customer's lines merged with a guest's lines. Quantities of the same item are added, within stock and
 * maximum quantity (docs/reference/rules.md#taking-over-the-cart-of-a-guest). The customer's quantities are never
 * lowered. The guest's new lines come after the customer's lines. Pure.
 */
export function mergedLines(own: readonly Line[], guest: readonly Line[], context: CommandContext): Merged {
  const left: Line[] = [];
  const notices: Notice[] = [];
  let lines = own;
  for (const line of guest) {
    const held = lineWith(lines, line.key);
    const others = lines.filter((one) => one !== held);
    const before = held?.quantity ?? 0;
    const wanted = before + line.quantity;
    const quantity = Math.max(before, Math.min(wanted, maxOf(line, others, context)));
    if (quantity === 0 || (!held && !isBelowLimit(lines))) {
      left.push(line);
      continue;
    }
    if (quantity < wanted) notices.push(fewerNotice(line, wanted, quantity, context));
    if (held) {
      const both = joinedLine(held, line, quantity);
      lines = lines.map((one) => (one === held ? both : one));
    } else lines = [...lines, withQuantity(line, quantity)];
  }
  return { lines, left, notices };
}

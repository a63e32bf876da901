import type { Cart } from '#contracts/cart.ts';
import type { CartCommand } from '#contracts/cart-commands.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { applyWrites } from '../../../services/cart/domain/apply-writes.ts';
import { viewOf } from '../../../services/cart/domain/view/view.ts';
import type { CommandContext } from '../../../services/cart/model/command.ts';
import { anItem, commandContextOf } from '../../../services/cart/model/context.fixture.ts';
import { type CartState, emptyState } from '../../../services/cart/model/state.ts';
import { type ImportedShop, replayedAt } from './imported-shop.ts';
import { type AskedCart, entriesOf, type RecordedIds } from './recorded-cases.ts';
import { lineId } from './store-coupons.ts';

/** Whether each coupon and each fee was accepted, in the order of the requests. */
export interface Taken {
  readonly coupons: readonly boolean[];
  readonly fees: readonly boolean[];
}

const memberOf: Readonly<Record<string, string>> = {
  country: 'country',
  state: 'state',
  postcode: 'postcode',
  city: 'city',
  email: 'email',
};

/**
 * Returns the members of one address of a `Customer`: `billing_city` becomes `city` for the prefix `billing_`.
 */
function address(texts: readonly (readonly [string, string])[], prefix: string): Record<string, string> {
  const ofAddress = texts.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    ofAddress.map(([name, text]) => [memberOf[name.slice(prefix.length)] ?? name, text]),
  );
}

/** A cart that is filled command by command. */
class FillingCart {
  readonly #commandContext: CommandContext;
  #state: CartState = emptyState(replayedAt);

  constructor(commandContext: CommandContext) {
    this.#commandContext = commandContext;
  }

  get state(): CartState {
    return this.#state;
  }

  /** Runs a command and returns whether it succeeded. @throws every error except a refusal */
  try(command: CartCommand): boolean {
    const write = { conditions: null, changes: [command], together: null };
    const start = { revision: 1, state: this.#state, storedOutcomes: new Map<string, string>() };
    const [step] = applyWrites(start, [write], { context: this.#commandContext, stale: false });
    if (!step) throw new RangeError('a fold of one write has one step');
    const { outcome } = step;
    if (!outcome.ok && !(outcome.error instanceof ServiceError)) throw outcome.error;
    this.#state = step.state;
    return outcome.ok;
  }

  /** Runs a command. @throws Error if it is refused */
  must(command: CartCommand): void {
    if (!this.try(command)) throw new Error(`refused: ${JSON.stringify(command)}`);
  }
}

/**
 * Fills a recorded cart with the rules of the cart service but without a process: first the customer, then line
 * by line. The order decides which shipping method becomes the default.
 */
export function filledCart(
  { settings, products, coupons }: ImportedShop,
  ids: RecordedIds,
  { lines, customer, coupons: codes = [], fees = [], chosen }: AskedCart,
): { cart: Cart; taken: Taken } {
  const commandContext = { ...commandContextOf(products, settings, [], coupons), now: replayedAt };
  const cart = new FillingCart(commandContext);
  const contact = { email: null, phone: null };
  const texts = entriesOf(customer);
  if (texts.length > 0) {
    const [billing, shipping] = [address(texts, 'billing_'), address(texts, 'shipping_')];
    cart.must({ kind: 'update-customer', billing, shipping, shipElsewhere: true });
  }
  for (const line of lines) {
    const item = anItem({ reference: String(lineId(ids, line)), quantity: String(line.q) });
    cart.must({ kind: 'add-item', item, ...contact });
  }
  const taken = {
    coupons: codes.map((code) => cart.try({ kind: 'apply-coupon', code, email: null })),
    fees: fees.map(({ name, amount, taxable = false, tax_class: taxClass = '' }) =>
      cart.try({ kind: 'add-fee', name, amount: String(amount), taxable, taxClass }),
    ),
  };
  // If the shipping method does not exist, the cart service refuses this command, and WooCommerce ignores it. In
  // both, the default method stays chosen.
  if (chosen) cart.try({ kind: 'choose-rate', rate: chosen, package: null });
  const times = { key: 't_00000000000000000000000000000000', revision: 1, renewsAt: 0, expiresAt: 0 };
  return { cart: viewOf(cart.state, times, commandContext, []), taken };
}

import type { Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { anItem, commandContextOf } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { addItem } from './add-items.ts';

/** Returns a cart to which these items were added one after the other. `changed` replaces members of its item. */
export function cartWith(
  ...pieces: readonly (readonly [facts: ProductFacts, quantity: number, changed?: Partial<Item>])[]
): CartState {
  return pieces.reduce((state, [facts, quantity, changed]) => {
    const item = anItem({ reference: String(facts.id), quantity: String(quantity), ...changed });
    return addItem.apply(
      state,
      { kind: 'add-item', item, email: null, phone: null },
      commandContextOf([facts]),
    ).state;
  }, emptyState(0));
}

export const quantitiesOf = ({ lines }: CartState) => lines.map(({ quantity }) => quantity);

export const keyAt = ({ lines }: CartState, at = 0) => lines[at]?.key ?? 'no such line';

/** Returns the refusal of a change. @throws Error if the change is not refused */
export function refusalOf(change: () => unknown): Pick<ServiceError, 'code' | 'data'> {
  try {
    change();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, data } = error;
    return { code, data };
  }
  throw new Error('it was not refused');
}

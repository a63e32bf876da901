import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Once } from '#contracts/write.ts';
import { type AddItem, applyAddItem } from './add-item.ts';
import type { Applied, CartState } from './state.ts';
import type { World } from './world.ts';

/** What may be done to a cart, with all that is needed to decide it. */
export type Change =
  | { readonly kind: 'add-item'; readonly request: AddItem; readonly product: ProductFacts | null }
  /** Only takes out what can no longer be bought, as every change does first. */
  | { readonly kind: 'revalidate' };

/** A change asked of a cart. */
export interface Command {
  /** How a client's write is marked; null for what the service does by itself. */
  readonly marks: { readonly once: Once; readonly ifRevision: number | null } | null;
  readonly change: Change;
}

/** The cart after a change. Pure. @throws ServiceError the change's refusals; the state is then unchanged */
export function applied(change: Change, state: CartState, world: World): Applied {
  switch (change.kind) {
    case 'add-item':
      return applyAddItem(state, change.request, change.product, world.settings.currency);
    case 'revalidate':
      return { state, lineKey: null, notices: [] };
  }
}

/** Products that a change brings along and that may not be in the cart yet. */
export function productsOf(change: Change): readonly ProductFacts[] {
  return change.kind === 'add-item' && change.product ? [change.product] : [];
}

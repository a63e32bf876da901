import type { Cart, CartLine } from '#contracts/cart.ts';
import type { Product, ShopUnits } from '#contracts/catalogue.ts';

/** A cart, and whether its lines show their pictures. */
export interface CartView {
  readonly cart: Cart;
  readonly pictures: boolean;
}

/** What routes hand to presenters, by the view's name. Neutral: no dialect's names, amounts in minor units. */
export interface Views {
  productV2: { readonly product: Product; readonly units: ShopUnits };
  cartV2: CartView;
  cartItemV2: CartView & { readonly line: CartLine };
}

/** A view with what it shows. */
export type View = {
  [Name in keyof Views]: { readonly name: Name; readonly data: Views[Name] };
}[keyof Views];

import { z } from 'zod';
import { CartLineV1, CartTotalsV1, linesV1, taxesV1 } from '../../shared/schemas/cart-v1.ts';
import { text } from '../../shared/schemas/texts.ts';

const { cart_item_data: _data, ...members } = CartLineV1.shape;

/** A cart line in the raw form of v1. The item data that the client sent is among the members of the line. */
const CoCartLineV1 = z.object(members).catchall(z.json()).meta({
  id: 'CoCartLineV1',
  description: 'Further members are the data that was sent with the item.',
});

const CoCartTotalsV1 = CartTotalsV1.extend({
  shipping_taxes: taxesV1.describe('The tax on shipping by rate ID.'),
  cart_contents_taxes: taxesV1.describe('The tax on the items by rate ID.'),
  fee_taxes: taxesV1.describe('The tax on the fees by rate ID.'),
}).meta({
  id: 'CoCartTotalsV1',
  description:
    'Amounts are numbers in major units; with `html=true` formatted text, except for taxes by rate.',
});

const LinesV1 = linesV1(CoCartLineV1);

/** Schemas of the v1 cart answers whose form in CoCart differs from the service dialect. */
export const ownCartV1Schemas = {
  cartV1: LinesV1,
  emptyCartV1: text.describe('A message for the shopper.'),
  cartItemV1: CoCartLineV1,
  removedItemsV1: LinesV1,
  cartTotalsV1: CoCartTotalsV1,
  messageV1: text.describe('A message for the shopper.'),
};

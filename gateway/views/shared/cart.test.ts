import { expect, test } from 'vitest';
import { asRead, fullCart, links } from '#testing/gateway/shown.ts';
import { views as cocart } from '../cocart/cart.ts';
import { cartV1Views as cocartV1 } from '../cocart/cart-v1.ts';
import { views as service } from '../service/cart.ts';
import { cartV1Views } from './cart-v1.ts';
import { pickFields, readFields } from './fields.ts';

const shown = { cart: fullCart, pictures: true, amounts: 'usual' } as const;
const dialects = [service, cocart];
const [{ key }] = fullCart.lines as [(typeof fullCart.lines)[number]];

test.each([
  'cart_key,items',
  'items.name',
  'items.meta.dimensions.unit,items.quantity.value',
  `items.${key}`,
  `items.${key}.totals`,
  'totals.total,totals.fee_taxes',
  'totals:subtotal-total',
  'fees.name',
  'fees.gift-wrap',
  'taxes.name-price,taxes.label',
  'shipping.packages.rates.label',
  'shipping.packages.default.rates.flat_rate:3.cost',
  'shipping.packages.none',
  'coupons.saving',
  'notices.success',
  'notices.info',
  'extensions.gift.message',
  'customer.billing_address.billing_country',
  'removed_items.product_id,cross_sells.slug',
  'none',
])('a cart with the fields %s has the members that a selection of the whole cart has', (names) => {
  const fields = readFields(names) ?? new Map();
  for (const { cartV2, cartMini } of dialects)
    for (const view of [cartV2, cartMini])
      expect(asRead(view.present(shown, links, fields))).toEqual(
        asRead(pickFields(view.present(shown, links, null), fields)),
      );
});

test.each(['name', 'item_key,price', key, `${key}.name`, 'none'])(
  'fields of a map of items are its keys, fields of a list those of each item: %s',
  (names) => {
    const fields = readFields(names) ?? new Map();
    for (const { cartItems, removedItems } of dialects)
      for (const view of [cartItems, removedItems])
        expect(asRead(view.present(shown, links, fields))).toEqual(
          asRead(pickFields(view.present(shown, links, null), fields)),
        );
  },
);

test.each(['product_name,line_tax_data.subtotal', 'engraving', 'cart_item_data.engraving', 'variation'])(
  'a raw line with the fields %s has the members that a selection of the whole line has',
  (names) => {
    const fields = readFields(names) ?? new Map();
    const [line] = fullCart.lines as [(typeof fullCart.lines)[number]];
    for (const { cartItemV1 } of [cartV1Views, cocartV1])
      expect(asRead(cartItemV1.present({ ...shown, line }, links, fields))).toEqual(
        asRead(pickFields(cartItemV1.present({ ...shown, line }, links, null), fields)),
      );
  },
);

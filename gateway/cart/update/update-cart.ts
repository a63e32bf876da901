import { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Parameters } from '../../http/body.ts';
import { checker } from '../../http/checker.ts';
import { map, members, text } from '../../http/parameters.ts';

/** Most lines that one of the shapes may name. */
const most = 200;
/** Characters of a key beyond which it is no line's, and so is left out like every unknown one. */
const longestKey = 64;

const quantity = text(32);
/** Where a quantity stands for itself, it may be a number; elsewhere quantities are texts. */
const bareQuantity = z.union([
  quantity,
  z.number().transform(String),
  z.object({ quantity }).transform((one) => one.quantity),
]);

const list = z.array(z.object({ item_key: text(200), quantity })).max(most);

/**
 * The shapes in which clients name lines and their quantities (docs/reference/cart.md#quantities-of-several-items);
 * each gives pairs of them.
 */
const shapes = {
  quantity: map(quantity, most)
    .transform(Object.entries<string>)
    .default([]),
  items: z
    .union(
      [
        list.transform((all) => all.map((one) => [one.item_key, one.quantity] as const)),
        map(bareQuantity, most).transform(Object.entries<string>),
      ],
      { error: 'does not name items with their quantities.' },
    )
    .default([]),
};

const checked = checker(
  z.object({ ...shapes, data: members(z.object(shapes)).default({ quantity: [], items: [] }) }),
);

/**
 * What `update-cart` asks of the cart. A line that several shapes name gets the quantity of the last one; what stands
 * at the top counts more than what is in `data`.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function updateCart(given: Parameters): CommandOf<'set-quantities'> {
  const { data, items, quantity: quantities } = checked(given);
  const named = new Map([...data.items, ...data.quantity, ...items, ...quantities]);
  const known = [...named].filter(([lineKey]) => lineKey.length <= longestKey);
  return {
    kind: 'set-quantities',
    quantities: known.map(([lineKey, asked]) => ({ lineKey, quantity: asked })),
  };
}

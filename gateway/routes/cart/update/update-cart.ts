import { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Parameters } from '../../../edge/body.ts';
import { checker } from '../../../routing/checker.ts';
import { list, map, members, quantityText, text } from '../../../routing/parameters.ts';

/** Maximum number of lines in one of the shapes. */
const most = 200;
/** Longest key of a line. Longer keys are ignored like unknown ones. */
const longestKey = 64;

const quantity = quantityText();
const bareQuantity = z.union([quantity, z.object({ quantity }).transform((one) => one.quantity)]);

const lines = list(z.object({ item_key: text(200), quantity }), most);

/**
 * The shapes in which clients send lines and quantities (docs/reference/cart.md#quantities-of-several-items).
 * Each returns pairs of key and quantity.
 */
const shapes = {
  quantity: map(quantity, most)
    .transform(Object.entries<string>)
    .default([]),
  items: z
    .union(
      [
        lines.transform((all) => all.map((one) => [one.item_key, one.quantity] as const)),
        map(bareQuantity, most).transform(Object.entries<string>),
      ],
      { error: 'does not name items with their quantities.' },
    )
    .default([]),
};

export const quantitiesBody = z.object({
  ...shapes,
  data: members(z.object(shapes)).default({ quantity: [], items: [] }),
});
const checked = checker(quantitiesBody);

/**
 * Returns the command of `update-cart`. If several shapes name a line, the last one wins; top-level members
 * win over `data`.
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

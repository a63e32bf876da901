import { z } from 'zod';
import { type CommandOf, maxCartLines } from '#contracts/cart-commands.ts';
import type { Parameters } from '../../../edge/body.ts';
import { checker } from '../../../routing/checker.ts';
import { list, map, members, quantityText, text } from '../../../routing/parameters.ts';

/** Maximum number of characters of a line key. Longer keys are ignored, like unknown keys. */
const maxKeyLength = 64;

const quantity = quantityText();
const bareQuantity = z.union([quantity, z.object({ quantity }).transform((one) => one.quantity)]);

const lines = list(z.object({ item_key: text(200), quantity }), maxCartLines);

/**
 * The shapes in which clients send lines with quantities
 * (docs/reference/cart.md#quantities-of-several-items). Each schema returns pairs of line key and
 * quantity.
 */
const shapes = {
  quantity: map(quantity, maxCartLines)
    .transform(Object.entries<string>)
    .default([]),
  items: z
    .union(
      [
        lines.transform((all) => all.map((one) => [one.item_key, one.quantity] as const)),
        map(bareQuantity, maxCartLines).transform(Object.entries<string>),
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
 * Returns the command of `update-cart`. If the body contains a line several times, the last of these places counts:
 * `items` in `data`, `quantity` in `data`, `items`, `quantity`.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function updateCart(given: Parameters): CommandOf<'set-quantities'> {
  const { data, items, quantity: quantities } = checked(given);
  const named = new Map([...data.items, ...data.quantity, ...items, ...quantities]);
  const known = [...named].filter(([lineKey]) => lineKey.length <= maxKeyLength);
  return {
    kind: 'set-quantities',
    quantities: known.map(([lineKey, asked]) => ({ lineKey, quantity: asked })),
  };
}

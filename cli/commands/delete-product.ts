import { Command } from 'commander';
import { deleteProduct } from '#contracts/catalogue-edit.ts';
import { inspectProduct } from '#contracts/catalogue-operators.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../confirmation.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { reference as idOrSku } from './arguments.ts';

/** Returns the command `products delete ID_OR_SKU`, which deletes a product with its variations, or one variation. */
export function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description(
      'delete a product with its variations, or a variation; carts lose it with a notice. "set --status trash" only hides it',
    )
    .argument('<id-or-sku>', 'id or SKU of the product or variation', idOrSku)
    .option('--json', 'print what was deleted as JSON')
    .action(async (reference: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { product } = await bus.request(inspectProduct, { reference });
          const what = product.type === 'variation' ? 'variation' : 'product';
          return `delete the ${what} ${product.name} (${product.id})${variationsText(product.variations.length)}`;
        },
        act: async (bus) => {
          const done = await bus.request(deleteProduct, { reference });
          if (options.json) return host.out(json({ deleted: true, ...done }));
          const { product, variations } = done;
          host.out(`${printable(product.name)} (${product.id}) deleted${variationsText(variations)}\n`);
        },
      });
    });
}

function variationsText(count: number): string {
  if (count === 0) return '';
  return ` with ${count} ${count === 1 ? 'variation' : 'variations'}`;
}

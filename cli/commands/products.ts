import { Command } from 'commander';
import { findProducts, inspectProduct } from '#contracts/catalogue-admin.ts';
import { type Product, ProductStatus, SellableType } from '#contracts/product.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { productTable, productText } from '../output/products.ts';
import { reference as idOrSku, oneOf, shortText, wholeNumber } from './arguments.ts';
import { setCommand } from './set-product.ts';

interface ListOptions {
  readonly page: number;
  readonly perPage: number;
  readonly search?: string;
  readonly status?: Product['status'];
  readonly type?: Product['type'];
  readonly category?: string;
  readonly json?: true;
}

/** `products`: the catalogue. */
export function productsCommand(host: Host): Command {
  return new Command('products')
    .description('list and show products; change prices, stock and status')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(setCommand(host));
}

/** `products list`: products of any status in short form, sorted by id. */
function listCommand(host: Host): Command {
  return new Command('list')
    .description('list products of any status, by id')
    .option('--page <n>', 'which page', wholeNumber(1), 1)
    .option('--per-page <n>', 'how many on a page, at most 100', wholeNumber(1, 100), 20)
    .option('--search <words>', 'only products with all words in name, SKU or texts', shortText(200))
    .option(
      '--status <status>',
      `only these: ${ProductStatus.options.join(', ')}`,
      oneOf(ProductStatus.options),
    )
    .option('--type <type>', `only these: ${SellableType.options.join(', ')}`, oneOf(SellableType.options))
    .option('--category <id-or-slug>', 'only products in this category or below it', shortText(200))
    .option('--json', 'print them as JSON, amounts in minor units')
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { page, perPage, search = '', status, type, category } = options;
      const query = {
        ...{ page, perPage, search, orderBy: 'id' as const, direction: 'asc' as const },
        visibility: 'any' as const,
        statuses: status ? [status] : [...ProductStatus.options],
        types: type ? [type] : [],
        categories: category === undefined ? null : { terms: [category], operator: 'in' as const },
      };
      const found = await bus.request(findProducts, { query });
      if (options.json) return host.out(json(found));
      host.out(productTable(found.products, found.units));
      host.out(`\n${found.products.length} of ${found.total} products\n`);
    });
}

/** `products show ID_OR_SKU`: one product or variation of any status. */
function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one product or variation of any status')
    .argument('<id-or-sku>', 'id or SKU of the product', idOrSku)
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const found = await bus.request(inspectProduct, { reference });
      host.out(options.json ? json(found) : productText(found));
    });
}

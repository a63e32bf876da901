import { Command } from 'commander';
import { PlainFacts } from '#contracts/catalogue.ts';
import {
  type Cleaned,
  CleanedCollection,
  cleanRecords,
  findProducts,
  inspectProduct,
} from '#contracts/catalogue-operators.ts';
import { type Product, ProductStatus, SellableType, type ShopUnits } from '#contracts/product.ts';
import type { Host } from '../host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../lists.ts';
import { json } from '../output/json.ts';
import { productSheet, productText } from '../output/products.ts';
import { reference as idOrSku, oneOf, shortText } from './arguments.ts';
import { createCommand } from './create-product.ts';
import { deleteCommand } from './delete-product.ts';
import { setCommand } from './set-product.ts';

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly status?: Product['status'];
  readonly type?: Product['type'];
  readonly category?: string;
}

/** Returns the command `products`, which manages the products of the catalogue. */
export function productsCommand(host: Host): Command {
  return new Command('products')
    .description('list, show, create and delete products; change prices, stock and status; clean their texts')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(createCommand(host))
    .addCommand(setCommand(host))
    .addCommand(deleteCommand(host))
    .addCommand(cleanCommand(host));
}

/** Returns the command `products list`, which lists products of any status in the order of their ids. */
function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), PlainFacts, ', amounts in minor units')
    .description('list products of any status, by id')
    .option('--search <words>', 'only products with all words in name, SKU or texts', shortText(200))
    .option(
      '--status <status>',
      `only these: ${ProductStatus.options.join(', ')}`,
      oneOf(ProductStatus.options),
    )
    .option('--type <type>', `only these: ${SellableType.options.join(', ')}`, oneOf(SellableType.options))
    .option('--category <id-or-slug>', 'only products in this category or below it', shortText(200))
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { search = '', status, type, category } = options;
      const query = {
        ...{ search, orderBy: 'id' as const, direction: 'asc' as const },
        visibility: 'any' as const,
        statuses: status ? [status] : [...ProductStatus.options],
        types: type ? [type] : [],
        categories: category === undefined ? null : { terms: [category], operator: 'in' as const },
      };
      let units: ShopUnits | undefined;
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(findProducts, { query: { ...query, ...place } });
        units = found.units;
        return { records: found.products, total: found.total };
      });
      const sheet = () => productSheet(records, units as ShopUnits);
      await showList(host, options, {
        ...{ member: 'products', nouns: ['product', 'products'], records, total, further: { units }, sheet },
      });
    });
}

/** Returns the command `products show ID_OR_SKU`, which shows a product or variation of any status. */
function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one product or variation of any status')
    .argument('<id-or-sku>', 'id or SKU of the product', idOrSku)
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const found = await bus.request(inspectProduct, { reference });
      host.out(options.json ? json(found) : productText(found, host.width));
    });
}

/**
 * Returns the command `products clean`, which cleans stored products, variations and terms. Records that were stored by
 * a release that did not clean them need it once.
 */
function cleanCommand(host: Host): Command {
  return new Command('clean')
    .description(
      'remove scripts and other unsafe HTML, and addresses that are not http(s), from stored products and terms; ' +
        'every import and change does so too',
    )
    .option('--json', 'print the numbers as JSON')
    .action(async (options: { json?: true }) => {
      await using bus = await host.connect();
      const cleaned: Record<string, number> = {};
      for (const collection of CleanedCollection.options) {
        cleaned[collection] = 0;
        for (let after: number | null = 0; after !== null; ) {
          const batch: Cleaned = await bus.request(cleanRecords, { collection, after });
          cleaned[collection] += batch.cleaned;
          after = batch.last;
        }
      }
      if (options.json) return host.out(json({ cleaned }));
      const { products = 0, ...terms } = cleaned;
      const others = Object.values(terms).reduce((sum, one) => sum + one, 0);
      host.out(`Cleaned ${products} products and variations, and ${others} terms\n`);
    });
}

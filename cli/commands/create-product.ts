import { Command } from 'commander';
import { createProduct, type NewProduct, NewProductType } from '#contracts/catalogue-edit.ts';
import { type Product, ProductStatus } from '#contracts/product.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import { exactMember } from '#platform/money/exact.ts';
import { typedPrice } from '../amounts.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { productSheet } from '../output/products.ts';
import { tableOf } from '../output/table.ts';
import { managedStock, plainPrices, unmanagedStock } from '../seed/record.ts';
import { anyText, id, listOf, oneOf, shortText, wholeNumber } from './arguments.ts';

/** Options of `products create`. Prices are texts, as the user typed them. */
interface Options {
  readonly name: string;
  readonly type: NewProduct['type'];
  readonly sku?: string;
  readonly price?: string;
  readonly salePrice?: string;
  readonly stock?: number;
  readonly status: Product['status'];
  readonly categories?: readonly string[];
  readonly description?: string;
  readonly shortDescription?: string;
  readonly weight?: string;
  readonly virtual?: true;
  readonly url?: string;
  readonly buttonText?: string;
  readonly products?: readonly number[];
  readonly json?: true;
}

/** Returns the command `products create`, which creates a product. Every list shows the product within a second. */
export function createCommand(host: Host): Command {
  return new Command('create')
    .description('create a product; variable ones come by an import')
    .requiredOption('--name <name>', 'its name; link and slug are made of it', shortText(1_000))
    .option('--type <type>', NewProductType.options.join(', '), oneOf(NewProductType.options), 'simple')
    .option('--sku <sku>', 'stock-keeping unit; no other product has it', shortText(100))
    .option('--price <amount>', 'regular price, like 19.99, with up to six decimals')
    .option('--sale-price <amount>', 'sale price, below the regular one')
    .option(
      '--stock <n>',
      'how many there are; without it they are not counted',
      wholeNumber(0, 1_000_000_000),
    )
    .option(
      '--status <status>',
      `one of ${ProductStatus.options.join(', ')}`,
      oneOf(ProductStatus.options),
      'publish',
    )
    .option('--categories <ids-or-slugs>', 'categories that it is in, with commas', listOf(shortText(200)))
    .option('--description <html>', 'long text', anyText(400_000))
    .option('--short-description <html>', 'short text', anyText(400_000))
    .option('--weight <weight>', "in the shop's unit", shortText(20))
    .option('--virtual', 'it is not shipped')
    .option('--url <address>', 'of external products: where they are sold', shortText(2_000))
    .option('--button-text <text>', 'of external products: the text of the button', shortText(200))
    .option('--parts <ids>', 'of grouped products: the products in the group, with commas', listOf(id))
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async ({ json: asJson, ...options }: Options) => {
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const made = await bus.request(createProduct, { product: productOf(options, settings) });
      host.out(asJson ? json(made) : tableOf(productSheet([made.product], made.units), host.width));
    });
}

function productOf(options: Options, { currency }: StoreSettings): NewProduct {
  const priceOf = (option: string, text: string | undefined) =>
    text === undefined ? undefined : typedPrice(option, text, currency);
  const regular = priceOf('--price', options.price);
  const sale = priceOf('--sale-price', options.salePrice);
  return {
    name: options.name,
    type: options.type,
    sku: options.sku?.trim() ?? '',
    status: options.status,
    description: options.description ?? '',
    shortDescription: options.shortDescription ?? '',
    prices: {
      ...plainPrices(regular?.amount ?? null),
      sale: sale?.amount ?? null,
      ...exactMember({ regular: regular?.exact, sale: sale?.exact }),
    },
    stock: options.stock === undefined ? unmanagedStock : managedStock(options.stock),
    virtual: options.virtual === true,
    weight: options.weight ?? '',
    taxClass: '',
    externalUrl: options.url ?? '',
    buttonText: options.buttonText ?? '',
    groupedIds: [...(options.products ?? [])],
    categories: [...(options.categories ?? [])],
  };
}

import { Command } from 'commander';
import { Role } from '#contracts/audience.ts';
import { PlainFacts } from '#contracts/catalogue.ts';
import { createProduct, deleteProduct, type NewProduct, NewProductType } from '#contracts/catalogue-edit.ts';
import {
  type Cleaned,
  CleanedCollection,
  cleanRecords,
  findProducts,
  inspectProduct,
  type ProductChange,
  setProduct,
} from '#contracts/catalogue-operators.ts';
import {
  type Product,
  ProductStatus,
  type Reservation,
  type RolePrice,
  SellableType,
  type ShopTime,
  type ShopUnits,
} from '#contracts/product.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { type Exact, exactMember, formattedExact } from '#platform/money/exact.ts';
import { pairs, type Sheet, tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { readShopTime, zoneOf } from '#platform/time/shop-time.ts';
import { asOneLine } from '#platform/util/text.ts';
import { managedStock, plainPrices, unmanagedStock } from '../seed/record.ts';
import {
  anyText,
  id,
  reference as idOrSku,
  listOf,
  oneOf,
  orNone,
  shortText,
  wholeNumber,
} from '../shared/arguments.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';
import { typedPrice } from '../shared/values.ts';

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly status?: Product['status'];
  readonly type?: Product['type'];
  readonly category?: string;
}

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

/** Options of `products create`. Prices are texts, as the user typed them. */
interface CreateOptions {
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

function createCommand(host: Host): Command {
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
    .action(async ({ json: asJson, ...options }: CreateOptions) => {
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const made = await bus.request(createProduct, { product: productOf(options, settings) });
      host.out(asJson ? json(made) : tableOf(productSheet([made.product], made.units), host.width));
    });
}

function productOf(options: CreateOptions, { currency }: StoreSettings): NewProduct {
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

const maxStock = 1_000_000_000;

/** Options of `products set`. Prices and times are texts, as the user typed them. */
interface SetOptions {
  readonly price?: string;
  readonly salePrice?: string;
  readonly saleFrom?: string;
  readonly saleTo?: string;
  readonly stock?: number | 'none';
  readonly status?: Product['status'];
  readonly rolePrice?: readonly string[];
  readonly visibleTo?: string;
  readonly json?: true;
}

/**
 * Returns the command `products set ID_OR_SKU`, which changes a product. Every list shows the change within a second.
 */
function setCommand(host: Host): Command {
  const time = 'YYYY-MM-DDTHH:mm:ss by the shop’s clock, with Z behind in UTC; "none" removes it';
  return new Command('set')
    .description(
      'change price, stock or status of a product or variation, or for whom it is; seen everywhere within a second',
    )
    .argument('<id-or-sku>', 'id or SKU of the product or variation', idOrSku)
    .option('--price <amount>', 'regular price, like 19.99, with up to six decimals; "none" removes it')
    .option('--sale-price <amount>', 'sale price, below the regular one; "none" ends the sale')
    .option('--sale-from <time>', `first moment of the sale: ${time}`)
    .option('--sale-to <time>', `last moment of the sale: ${time}`)
    .option(
      '--stock <n>',
      'how many there are; "none" ceases to count',
      orNone(wholeNumber(-maxStock, maxStock)),
    )
    .option('--status <status>', `one of ${ProductStatus.options.join(', ')}`, oneOf(ProductStatus.options))
    .option(
      '--role-price <role=amount>',
      'what those of a role pay, like wholesale=8.00; wholesale=none takes it away; may be repeated',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option(
      '--visible-to <roles>',
      'roles that see it, like wholesale,reseller; "none" shows it to everybody',
    )
    .option('--json', 'print the product as JSON, amounts in minor units')
    .action(async (reference: string, { json: asJson, ...options }: SetOptions) => {
      if (Object.keys(options).length === 0) {
        throw new Problem(
          'say what to change: --price, --sale-price, --sale-from, --sale-to, --stock, --status, --role-price or --visible-to',
        );
      }
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const changed = await bus.request(setProduct, { reference, change: changeOf(options, settings) });
      host.out(asJson ? json(changed) : tableOf(productSheet([changed.product], changed.units), host.width));
    });
}

function changeOf(options: SetOptions, settings: StoreSettings): ProductChange {
  const { price, salePrice, saleFrom, saleTo, stock, status, rolePrice, visibleTo } = options;
  const regular = price === undefined ? undefined : priceOf('--price', price, settings);
  const sale = salePrice === undefined ? undefined : priceOf('--sale-price', salePrice, settings);
  return {
    ...(regular && { regular: regular.amount }),
    ...(sale && { sale: sale.amount }),
    ...exactMember({ regular: regular?.exact, sale: sale?.exact }),
    ...(saleFrom !== undefined && { saleFrom: timeOf('--sale-from', saleFrom, settings) }),
    ...(saleTo !== undefined && { saleTo: timeOf('--sale-to', saleTo, settings) }),
    ...(stock !== undefined && { stock: stock === 'none' ? null : stock }),
    ...(status !== undefined && { status }),
    ...(rolePrice && { rolePrices: rolePrice.map((text) => rolePriceOf(text, settings)) }),
    ...(visibleTo !== undefined && { visibleTo: rolesOf(visibleTo) }),
  };
}

/** Returns a typed price; null for "none". @throws Problem */
function priceOf(
  option: string,
  text: string,
  { currency }: StoreSettings,
): { readonly amount: number | null; readonly exact?: Exact } {
  return text === 'none' ? { amount: null } : typedPrice(option, text, currency, ', or none');
}

function roleOf(option: string, text: string): Role {
  const role = Role.safeParse(text);
  if (role.success) return role.data;
  throw new Problem(`${option} takes a role like wholesale, not "${text}"`);
}

function rolePriceOf(text: string, settings: StoreSettings): RolePrice {
  const [, role, price] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (role === undefined || price === undefined) {
    throw new Problem(`--role-price takes a role and a price like wholesale=8.00, not "${text}"`);
  }
  const regular = priceOf('--role-price', price, settings);
  return {
    role: roleOf('--role-price', role),
    regular: regular.amount,
    sale: null,
    ...exactMember({ regular: regular.exact }),
  };
}

function rolesOf(text: string): Role[] | null {
  if (text === 'none') return null;
  return [...new Set(text.split(',').map((one) => roleOf('--visible-to', one.trim())))];
}

function timeOf(option: string, text: string, settings: StoreSettings): ShopTime | null {
  if (text === 'none') return null;
  const time = readShopTime(text, zoneOf(settings));
  if (time) return time;
  throw new Problem(
    `${option} takes a time like 2026-11-27T00:00:00 (by the shop's clock; with Z behind in UTC) or none, not "${text}"`,
  );
}

function deleteCommand(host: Host): Command {
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
          host.out(`${asOneLine(product.name)} (${product.id}) deleted${variationsText(variations)}\n`);
        },
      });
    });
}

function variationsText(count: number): string {
  if (count === 0) return '';
  return ` with ${count} ${count === 1 ? 'variation' : 'variations'}`;
}

function amount(value: number | null, { currency }: ShopUnits, exact?: Exact): string {
  return value === null ? 'none' : formattedExact(value, exact, currency);
}

function priceText({ prices }: Pick<Product, 'prices'>, units: ShopUnits): string {
  const { range, price, regular, onSale, exact } = prices;
  if (range) return `${amount(range.min, units, exact?.price)} to ${amount(range.max, units, exact?.max)}`;
  const current = amount(price, units, exact?.price);
  return onSale ? `${current} (on sale, else ${amount(regular, units, exact?.regular)})` : current;
}

/** Returns a product's price in short form: `€18.50 (sale)`. */
function priceCell(
  { price, onSale, exact }: Pick<Product['prices'], 'price' | 'onSale' | 'exact'>,
  units: ShopUnits,
): string {
  return `${amount(price, units, exact?.price)}${onSale ? ' (sale)' : ''}`;
}

/** Returns a product's sale price and its period in the shop's time; an empty text without a sale price. */
function saleText({ prices }: Pick<Product, 'prices'>, units: ShopUnits): string {
  const { sale, saleFrom, saleTo, exact } = prices;
  if (sale === null) return '';
  const from = saleFrom ? ` from ${saleFrom.local}` : '';
  const to = saleTo ? ` to ${saleTo.local}` : '';
  return `${amount(sale, units, exact?.sale)}${from}${to}`;
}

const stockWords = { instock: 'in stock', outofstock: 'out of stock', onbackorder: 'on backorder' };

function stockText({ stock: { status, quantity } }: Pick<Product, 'stock'>): string {
  return quantity === null ? stockWords[status] : `${stockWords[status]}, ${quantity} left`;
}

/** Returns a product's stock in short form: `in stock (7)`. */
function stockCell({ stock: { status, quantity } }: Pick<Product, 'stock'>): string {
  return quantity ? `${stockWords[status]} (${quantity})` : stockWords[status];
}

/** Returns text with the prices that are reserved for roles; an empty text if there are none. */
function rolePricesText({ rolePrices }: Reservation, units: ShopUnits): string {
  const text = ({ role, regular, sale, exact }: RolePrice) =>
    `${role} ${amount(regular, units, exact?.regular)}${sale === null ? '' : ` (sale ${amount(sale, units, exact?.sale)})`}`;
  return rolePrices.map(text).join(', ');
}

/**
 * Returns lines about the prices that are reserved for roles, and about the roles that see the product. Returns no
 * lines if nothing is reserved.
 */
function reservedPairs(reservation: Reservation, units: ShopUnits): [string, string][] {
  const { rolePrices, visibleTo } = reservation;
  return [
    ...(rolePrices.length > 0
      ? [['role prices', rolePricesText(reservation, units)] as [string, string]]
      : []),
    ...(visibleTo ? [['visible to', visibleTo.join(', ')] as [string, string]] : []),
  ];
}

/**
 * Returns text about a product with its variations. `columns` is the width of the terminal; 0 if the output is no
 * terminal.
 */
function productText(
  {
    product,
    reservation,
    units,
  }: {
    readonly product: Product;
    readonly reservation: Reservation;
    readonly units: ShopUnits;
  },
  columns: number,
): string {
  const names = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join(', ');
  const options = product.attributes.map(
    (one) => `${one.name}: ${one.options.map(({ label }) => label).join(', ')}`,
  );
  const head = pairs([
    ['id', String(product.id)],
    ['name', product.name],
    ['type', product.type],
    ['status', product.status],
    ['SKU', product.sku],
    ['price', priceText(product, units)],
    ['sale', saleText(product, units)],
    ...reservedPairs(reservation, units),
    ['stock', stockText(product)],
    ['bought here', product.purchasable ? 'yes' : 'no'],
    ['categories', names(product.categories)],
    ['tags', names(product.tags)],
    ['attributes', options.join('; ')],
    ['link', product.permalink],
  ]);
  if (product.variations.length === 0) return head;
  const prefix = `${product.name} - `;
  const rows = product.variations.map((one) => [
    one.id,
    one.name.startsWith(prefix) ? one.name.slice(prefix.length) : one.name,
    one.status,
    one.sku,
    priceCell(one.prices, units),
    stockCell(one),
  ]);
  const headings = ['id', 'variation', 'status', 'SKU', 'price', 'stock'];
  return `${head}\n${tableOf({ headings, rows, spare: ['status', 'SKU'] }, columns)}`;
}

/** Returns products and variations as a table. */
function productSheet(products: readonly PlainFacts[], units: ShopUnits): Sheet {
  const rows = products.map((one) => [
    one.id,
    one.type,
    one.status,
    one.sku,
    one.name,
    priceCell(one, units),
    stockCell(one),
  ]);
  const headings = ['id', 'type', 'status', 'SKU', 'name', 'price', 'stock'];
  return { headings, rows, spare: ['type', 'status', 'SKU', 'stock'] };
}

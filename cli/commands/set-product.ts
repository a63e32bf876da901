import { Command } from 'commander';
import { Role } from '#contracts/audience.ts';
import { type ProductChange, setProduct } from '#contracts/catalogue-operators.ts';
import { type Product, ProductStatus, type RolePrice, type ShopTime } from '#contracts/product.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { type Exact, exactMember } from '#platform/money/exact.ts';
import { readShopTime, zoneOf } from '#platform/time/shop-time.ts';
import { typedPrice } from '../amounts.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { productSheet } from '../output/products.ts';
import { tableOf } from '../output/table.ts';
import { reference as idOrSku, oneOf, orNone, wholeNumber } from './arguments.ts';

const maxStock = 1_000_000_000;

/** Options of `products set`. Prices and times are texts, as the user typed them. */
interface Options {
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
export function setCommand(host: Host): Command {
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
    .action(async (reference: string, { json: asJson, ...options }: Options) => {
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

function changeOf(options: Options, settings: StoreSettings): ProductChange {
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

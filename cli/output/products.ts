import type { PlainFacts } from '#contracts/catalogue.ts';
import type { Product, Reservation, RolePrice, ShopUnits } from '#contracts/product.ts';
import { type Exact, formattedExact } from '#platform/money/exact.ts';
import { pairs, type Sheet, tableOf } from './table.ts';

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
export function productText(
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
export function productSheet(products: readonly PlainFacts[], units: ShopUnits): Sheet {
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

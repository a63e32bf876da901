import { Command } from 'commander';
import { readProduct } from '#contracts/catalogue.ts';
import type { Product, ShopUnits } from '#contracts/product.ts';
import { formatted } from '#platform/money/text.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { pairs, table } from '../output/table.ts';

/** `products`: what is in the catalogue. */
export function productsCommand(host: Host): Command {
  return new Command('products').description('what is in the catalogue').addCommand(showCommand(host));
}

/** `products show ID_OR_SKU`: one published product. */
function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one published product')
    .argument('<id-or-sku>', 'id or SKU of the product')
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const found = await bus.request(readProduct, { reference });
      host.out(options.json ? json(found) : describe(found.product, found.units));
    });
}

function amount(value: number | null, { currency }: ShopUnits): string {
  return value === null ? 'none' : formatted(value, currency);
}

function priceText({ prices }: Pick<Product, 'prices'>, units: ShopUnits): string {
  const { range, price, regular, onSale } = prices;
  if (range) return `${amount(range.min, units)} to ${amount(range.max, units)}`;
  return onSale ? `${amount(price, units)} (on sale, else ${amount(regular, units)})` : amount(price, units);
}

function stockText({ stock }: Pick<Product, 'stock'>): string {
  const words = { instock: 'in stock', outofstock: 'out of stock', onbackorder: 'on backorder' };
  return stock.quantity === null ? words[stock.status] : `${words[stock.status]}, ${stock.quantity} left`;
}

function describe(product: Product, units: ShopUnits): string {
  const names = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join(', ');
  const options = product.attributes.map(
    (one) => `${one.name}: ${one.options.map(({ label }) => label).join(', ')}`,
  );
  const head = pairs([
    ['id', String(product.id)],
    ['name', product.name],
    ['type', product.type],
    ['SKU', product.sku],
    ['price', priceText(product, units)],
    ['stock', stockText(product)],
    ['bought here', product.purchasable ? 'yes' : 'no'],
    ['categories', names(product.categories)],
    ['tags', names(product.tags)],
    ['attributes', options.join('; ')],
    ['link', product.permalink],
  ]);
  if (product.variations.length === 0) return head;
  const rows = product.variations.map((one) => [
    one.id,
    one.name,
    one.sku,
    priceText(one, units),
    stockText(one),
  ]);
  return `${head}\n${table(['id', 'variation', 'SKU', 'price', 'stock'], rows)}`;
}

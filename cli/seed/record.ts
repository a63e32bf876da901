import { type EnteredPrices, type EnteredStock, plainProduct } from '#contracts/product.ts';

/** Returns prices without a sale, in minor units. `regular` is null for a product without a price. */
export function plainPrices(regular: number | null): EnteredPrices {
  return { regular, sale: null, saleFrom: null, saleTo: null };
}

/** The stock of a product that is in stock and whose stock is not managed. */
export const unmanagedStock: EnteredStock = plainProduct.stock;

/** Returns managed stock. A quantity of 0 means out of stock, or on backorder if backorders are allowed. */
export function managedStock(quantity: number, backorders: EnteredStock['backorders'] = 'no'): EnteredStock {
  const without = backorders === 'no' ? 'outofstock' : 'onbackorder';
  return {
    ...unmanagedStock,
    counted: 'own',
    quantity,
    status: quantity > 0 ? 'instock' : without,
    backorders,
  };
}

/** Returns the slug of a text, which can be part of a URL. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

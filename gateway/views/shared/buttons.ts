import type { Product, ProductCard, Variation } from '#contracts/product.ts';
import type { Links } from './links.ts';

/** The members of a product that determine the texts of the button to buy the product. */
export interface Buyable
  extends Pick<Product | ProductCard, 'id' | 'name' | 'type' | 'purchasable' | 'buttonText'> {
  readonly inStock: boolean;
}

/** Returns the label of the button to buy a product, and a description of the button for screen readers. */
export function buttonWords({ name, type, purchasable, inStock, buttonText }: Buyable) {
  if (type === 'variable' && purchasable) {
    return { text: 'Select options', description: `Select options for “${name}”` };
  }
  if (type === 'grouped') {
    return { text: 'View products', description: `View products in the “${name}” group` };
  }
  if (type === 'external') {
    const text = buttonText || 'Buy product';
    return { text, description: buttonText || `Buy “${name}”` };
  }
  if (type !== 'variable' && purchasable && inStock) {
    return { text: 'Add to cart', description: `Add to cart: “${name}”` };
  }
  return { text: 'Read more', description: `Read more about “${name}”` };
}

/** Returns the label and the description of the button to buy a product. */
export function productButton({ id, name, type, purchasable, buttonText, stock }: Product) {
  const inStock = stock.status !== 'outofstock';
  return buttonWords({ id, name, type, purchasable, buttonText, inStock });
}

/** Returns the label and the description of the button to buy a variation. */
export function variationButton({ id, name, purchasable, stock }: Variation) {
  const inStock = stock.status !== 'outofstock';
  return buttonWords({ id, name, type: 'variation', purchasable, buttonText: '', inStock });
}

/**
 * Returns the address that adds a product, or products of a group, to the cart. The address is empty for variable and external
 * products, which cannot be added by their id alone (docs/reference/products.md#the-product).
 */
export function addLink({ id, type }: Pick<Buyable, 'id' | 'type'>, links: Links): string {
  if (type === 'variable' || type === 'external') return '';
  return type === 'grouped' ? links.addItems(id) : links.addItem(id);
}

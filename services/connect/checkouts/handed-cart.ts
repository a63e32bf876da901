import type { Cart, CartLine, Customer } from '#contracts/cart.ts';
import type { ComparedTotals, DifferenceCause, HandedCart } from '#contracts/checkouts.ts';

/** Returns an address with the names of WooCommerce. */
function addressOf(address: Customer['shipping'] & Partial<Customer['billing']>): Record<string, string> {
  const { firstName, lastName, address1, address2, ...others } = address;
  return { first_name: firstName, last_name: lastName, address_1: address1, address_2: address2, ...others };
}

/**
 * Returns the chosen options by the names of attributes and by their keys. WooCommerce makes the key of a product's own
 * attribute of its name, in the language of the shop.
 */
function optionsOf({ variation, attributes }: CartLine): Record<string, string> {
  const named = [...Object.entries(variation), ...Object.entries(attributes)];
  return Object.fromEntries(named.map(([name, option]) => [`attribute_${name}`, option]));
}

/** Returns a cart as the plugin fills it into WooCommerce. Pure. */
export function handedCart(cart: Cart): HandedCart {
  const { totals, shipping, customer } = cart;
  return {
    lines: cart.lines.map((line) => ({
      key: line.key,
      product_id: line.productId,
      variation_id: line.variationId,
      quantity: line.quantity,
      name: line.name,
      variation: optionsOf(line),
      item_data: line.itemData,
      price: line.ownPrice,
    })),
    billing: addressOf(customer.billing),
    shipping: addressOf(customer.shipping),
    coupons: cart.coupons.map(({ code }) => code),
    rates: shipping.packages.map(({ chosenRate }) => chosenRate),
    fees: cart.fees.map(({ name, amount, taxable, taxClass }) => ({
      ...{ name, amount, taxable, tax_class: taxClass },
    })),
    totals: {
      total: totals.total,
      items: totals.subtotal,
      discount: totals.discount,
      shipping: totals.shipping,
      tax: totals.totalTax,
      fees: totals.fees,
    },
    has_address: customer.shipping.country !== '' && customer.shipping.postcode !== '',
  };
}

/** The parts of a total, in the order in which they are compared. */
const parts = ['items', 'discount', 'fees', 'shipping', 'tax'] as const;

/**
 * Returns why the totals of WooCommerce differ from those of a cart; null if they are the same. Equal totals are the
 * same, because WooCommerce rounds the parts of a total in another way. Without an address, only the goods after
 * discounts are compared, because the place decides the rest, and WooCommerce assumes another one than the cart. Pure.
 */
export function causeOf(
  ours: { readonly currency: string } & Pick<HandedCart, 'totals' | 'has_address'>,
  theirs: ComparedTotals & { readonly currency: string },
): DifferenceCause | null {
  const { currency, totals, has_address: hasAddress } = ours;
  if (currency !== theirs.currency) return 'currency';
  if (totals.total === theirs.total) return null;
  const isOfGoods = totals.items - totals.discount !== theirs.items - theirs.discount;
  if (!hasAddress && !isOfGoods) return null;
  return parts.find((part) => totals[part] !== theirs[part]) ?? 'tax';
}

import type { Cart, CartLine } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import * as members from '../shared/cart-members.ts';
import { cartCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import type { CartView, Views } from '../shared/views.ts';

/**
 * Totals as decimal text with all of the currency's decimals; the three lists of taxes are whole minor units
 * (contract part 9, 1).
 */
function totals({ totals: all, currency: { decimals } }: Cart) {
  const text = (amount: number) => decimalText(amount, decimals);
  return {
    subtotal: text(all.subtotal),
    subtotal_tax: text(all.subtotalTax),
    fee_total: text(all.fees),
    fee_tax: text(all.feesTax),
    discount_total: text(all.discount),
    discount_tax: text(all.discountTax),
    shipping_total: text(all.shipping),
    shipping_tax: text(all.shippingTax),
    shipping_taxes: all.shippingTaxes,
    cart_contents_total: text(all.contents),
    cart_contents_tax: text(all.contentsTax),
    cart_contents_taxes: all.contentsTaxes,
    fee_taxes: all.feesTaxes,
    total: text(all.total),
    total_tax: text(all.totalTax),
  };
}

/** One line of the cart: its price formatted, its totals numbers in major units. */
function item(line: CartLine, { cart, pictures }: CartView, links: Links) {
  const { currency, dimensionUnit } = cart;
  const number = (amount: number) => decimalNumber(amount, currency.decimals);
  return {
    item_key: line.key,
    id: members.lineId(line),
    name: line.name,
    title: line.title,
    price: formatted(line.unitPrice, currency),
    quantity: members.lineQuantity(line),
    totals: {
      subtotal: number(line.subtotal),
      subtotal_tax: number(line.subtotalTax),
      total: number(line.total),
      tax: number(line.tax),
    },
    slug: line.slug,
    meta: {
      product_type: line.type,
      sku: line.sku,
      dimensions: { ...line.dimensions, unit: dimensionUnit },
      weight: members.lineWeight(line),
      variation: line.variation,
    },
    backorders: members.backorderText(line),
    cart_item_data: line.itemData,
    featured_image: pictures ? links.picture(line.thumbnail) || links.placeholder : '',
  };
}

function shippingRate(rate: Cart['shipping']['packages'][number]['rates'][number], currency: Currency) {
  const { key, label, cost, tax } = rate;
  return {
    key,
    method_id: rate.methodId,
    instance_id: rate.instanceId,
    label,
    cost: decimalText(cost, currency.decimals),
    html: cost === 0 ? label : `${label}: ${formatted(cost, currency)}`,
    taxes: tax === 0 ? '' : decimalText(tax, currency.decimals),
    chosen_method: rate.chosen,
    meta_data: { items: rate.items },
  };
}

function shipping(cart: Cart) {
  const { packages, calculated } = cart.shipping;
  return {
    total_packages: packages.length,
    show_package_details: packages.length > 1,
    has_calculated_shipping: calculated,
    packages: members.byPackage(cart, (one) => ({
      package_name: one.name,
      rates: Object.fromEntries(one.rates.map((rate) => [rate.key, shippingRate(rate, cart.currency)])),
      package_details: one.details,
      index: one.index,
      chosen_method: one.chosenRate,
      formatted_destination: one.destination,
    })),
  };
}

function coupons({ coupons: all, currency }: Cart) {
  return all.map(({ code, label, discountType, saving }) => ({
    coupon: code,
    label,
    discount_type: discountType,
    saving: decimalText(-saving, currency.decimals),
    saving_html: formatted(-saving, currency),
  }));
}

function fees({ fees: all, currency: { decimals } }: Cart) {
  return all.map(({ name, amount, taxable, taxClass, total, tax }) => ({
    name,
    amount: decimalNumber(amount, decimals),
    taxable,
    tax_class: taxClass,
    total: decimalNumber(total, decimals),
    tax: decimalNumber(tax, decimals),
  }));
}

function taxes({ taxes: all, currency: { decimals } }: Cart) {
  return all.map(({ rateId, label, compound, amount, shippingAmount }) => ({
    rate_id: rateId,
    label,
    compound,
    tax_total: decimalText(amount, decimals),
    shipping_tax_total: decimalText(shippingAmount, decimals),
  }));
}

function crossSells({ crossSells: all, currency: { decimals } }: Cart, links: Links) {
  const text = (amount: number | null) => (amount === null ? '' : decimalText(amount, decimals));
  return all.map(({ id, name, price, regular, sale, image }) => ({
    id,
    product_name: name,
    product_title: name,
    price: text(price),
    regular_price: text(regular),
    sale_price: text(sale),
    product_image: links.picture(image) || links.placeholder,
  }));
}

/** The cart of specification 2.7, member for member. */
export function cartV2(view: Views['cartV2'], links: Links) {
  const { cart } = view;
  return {
    cart_hash: cart.hash,
    cart_key: cart.key,
    currency: cartCurrency(cart.currency),
    customer: members.customer(cart.customer),
    items: Object.fromEntries(cart.lines.map((line) => [line.key, item(line, view, links)])),
    item_count: cart.itemCount,
    items_weight: cart.weight,
    coupons: coupons(cart),
    needs_payment: cart.needsPayment,
    needs_shipping: cart.needsShipping,
    shipping: shipping(cart),
    fees: fees(cart),
    taxes: taxes(cart),
    totals: totals(cart),
    removed_items: cart.removed.map(({ key, productId, quantity, name }) => ({
      key,
      product_id: productId,
      quantity,
      name,
    })),
    cross_sells: crossSells(cart, links),
    notices: members.notices(cart.notices),
    extensions: {},
  };
}

/** One line alone, for `return_item`. */
export function cartItemV2(view: Views['cartItemV2'], links: Links) {
  return item(view.line, view, links);
}

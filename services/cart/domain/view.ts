import { createHash } from 'node:crypto';
import type { Cart, CartLine, Customer, Notice } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import { factsIdOf } from './revalidate.ts';
import type { CartState, Line } from './state.ts';
import { type PricedLine, priceLine, taxesOf, totalsOf } from './totals.ts';
import type { World } from './world.ts';

/** What a view says of the cart's life: its key, its revision, its times in Unix milliseconds. */
export interface Life {
  readonly key: string;
  readonly revision: number;
  readonly renewsAt: number;
  readonly expiresAt: number;
}

/** Micro-units of weight: decimal text is added without the errors of binary fractions. */
const weightScale = 1_000_000;

function weightOf(facts: ProductFacts, quantity: number): number {
  return Math.round((Number(facts.weight) || 0) * weightScale) * quantity;
}

function isOnBackorder({ stock }: ProductFacts, quantity: number): boolean {
  const short = stock.managed ? (stock.quantity ?? 0) < quantity : stock.status === 'onbackorder';
  return stock.backorders === 'notify' && short;
}

function lineView({ line, facts, shown, net, tax, rate }: PricedLine): CartLine {
  return {
    key: line.key,
    productId: line.productId,
    variationId: line.variationId,
    type: facts.type,
    name: facts.name,
    title: facts.title,
    slug: facts.slug,
    sku: facts.sku,
    quantity: line.quantity,
    minPurchase: facts.minPurchase,
    maxPurchase: facts.maxPurchase,
    unitPrice: shown,
    subtotal: net,
    subtotalTax: tax,
    total: net,
    tax,
    weight: facts.weight === '' ? '' : String(weightOf(facts, line.quantity) / weightScale),
    dimensions: facts.dimensions,
    attributes: line.attributes,
    variation: Object.fromEntries(facts.attributes.map(({ name, label }) => [name, label])),
    taxes: rate ? [{ rateId: rate.id, subtotal: tax, total: tax }] : [],
    onBackorder: isOnBackorder(facts, line.quantity),
    itemData: line.itemData,
    thumbnail: facts.thumbnail,
  };
}

/** A new cart's address starts in the store's default country (contract 4.8). */
function customerView({ billing, shipping }: Customer, defaultCountry: string): Customer {
  return {
    billing: { ...billing, country: billing.country || defaultCountry },
    shipping: { ...shipping, country: shipping.country || defaultCountry },
  };
}

/** Changes if and only if the lines or the total do; empty for an empty cart (contract 4.3). */
function hashOf(state: CartState, total: number): string {
  if (state.lines.length === 0) return '';
  const lines = state.lines.map(({ key, quantity, ownPrice }) => [key, quantity, ownPrice]);
  return createHash('md5')
    .update(JSON.stringify([lines, total]))
    .digest('hex');
}

/** Tells of prices that are not what they were, and of lines that the stock no longer covers (contract 4.4). */
function drift({ line, facts, unit }: PricedLine, settings: StoreSettings): Notice[] {
  const notices: Notice[] = [];
  if (line.ownPrice === null && line.seenPrice !== null && line.seenPrice !== unit) {
    const [before, now] = [formatted(line.seenPrice, settings.currency), formatted(unit, settings.currency)];
    notices.push({
      kind: 'notice',
      text: `The price of "${facts.name}" has changed from ${before} to ${now}.`,
    });
  }
  const { managed, quantity, backorders, status } = facts.stock;
  const short = managed && backorders === 'no' && quantity !== null && quantity < line.quantity;
  if (short || status === 'outofstock') {
    notices.push({ kind: 'error', text: `There is not enough of "${facts.name}" in stock for your order.` });
  }
  return notices;
}

/** A cart as it is at this moment (specification 2.7), neutral of any dialect. Lines without facts are left out. */
export function viewOf(
  state: CartState,
  life: Life,
  { facts, settings }: World,
  notices: readonly Notice[],
): Cart {
  const customer = customerView(state.customer, settings.defaultCountry);
  const taxCountry =
    settings.tax.basedOn === 'base' ? settings.address.country : customer[settings.tax.basedOn].country;
  const priced = (some: readonly Line[]) =>
    some.flatMap((line) => {
      const known = facts.get(factsIdOf(line));
      return known ? [priceLine(line, known, settings, taxCountry)] : [];
    });
  const lines = priced(state.lines);
  const taxes = taxesOf(lines);
  const totals = totalsOf(lines, taxes);
  return {
    key: life.key,
    revision: life.revision,
    renewsAt: Math.floor(life.renewsAt / 1000),
    expiresAt: Math.floor(life.expiresAt / 1000),
    hash: hashOf(state, totals.total),
    currency: settings.currency,
    dimensionUnit: settings.dimensionUnit,
    customer,
    lines: lines.map(lineView),
    itemCount: lines.reduce((count, { line }) => count + line.quantity, 0),
    weight: lines.reduce((all, { facts: one, line }) => all + weightOf(one, line.quantity), 0) / weightScale,
    coupons: [],
    fees: [],
    shipping: { calculated: false, packages: [] },
    taxes,
    totals,
    needsPayment: totals.total > 0,
    needsShipping: settings.shippingEnabled && lines.some((one) => one.facts.shippingRequired),
    removed: priced(state.removed).map(lineView),
    crossSells: [],
    notices: [...notices, ...lines.flatMap((line) => drift(line, settings))],
    extensions: state.extensions,
  };
}

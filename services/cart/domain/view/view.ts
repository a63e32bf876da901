import { hash } from 'node:crypto';
import type { Cart, CartLine, CartStanding, Customer, TaxNote } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Notice } from '#contracts/notices.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { atFinest, type Fine, fineSum } from '#platform/money/money.ts';
import { defaultPlace, type Place } from '#platform/tax/place.ts';
import type { CommandContext, FactsById } from '../../model/command.ts';
import { isSafeAmount, withinSafeIntegers } from '../../model/limits.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { isAddressKnown } from '../customer/addresses.ts';
import { destinationLine, shopAddress } from '../customer/countries.ts';
import { labelsOf } from '../rules/choice.ts';
import { type CalculatedLine, calculate, type Saving } from '../totals/calculation.ts';
import type { CalculatedFee, Package } from '../totals/charges.ts';
import { countedAmountsIn } from '../totals/counted-amount.ts';
import {
  enteredIn,
  type PricedLine,
  type Pricing,
  pricedLines,
  pricing,
  type Rounding,
  shownIn,
} from '../totals/prices.ts';
import { crossSells } from './cross-sells.ts';
import { type HeldByUnit, heldByUnit, isOnBackorder, priceNotices, stockNotices } from './notices.ts';

/** Key, revision and times of a cart, which its view shows. Times are Unix milliseconds. */
export interface CartTimes {
  readonly key: string;
  readonly revision: number;
  readonly renewsAt: number;
  readonly expiresAt: number;
}

/** Returns the key, revision and times of a cart as answers contain them: with times in Unix seconds. */
export function standingOf({ key, revision, renewsAt, expiresAt }: CartTimes): CartStanding {
  return {
    key,
    revision,
    renewsAt: Math.floor(renewsAt / 1000),
    expiresAt: Math.floor(expiresAt / 1000),
  };
}

/**
 * Returns the view of a cart at this moment (docs/reference/cart.md#the-cart). The view is the same for all dialects.
 *
 * @throws ServiceError `service_cart_limit_exceeded` when the shop's taxes have become too high to calculate the cart
 */
export function viewOf(
  state: CartState,
  cartTimes: CartTimes,
  context: CommandContext,
  notices: readonly Notice[],
): Cart {
  return withinSafeIntegers(() => shownCart(state, cartTimes, context, notices));
}

function shownCart(
  state: CartState,
  cartTimes: CartTimes,
  context: CommandContext,
  notices: readonly Notice[],
): Cart {
  const { facts, settings } = context;
  const { place, pricing: prices, lines, savings, packages, fees, taxes, totals } = calculate(state, context);
  const held = heldByUnit(lines);
  const needsShipping = settings.shippingEnabled && lines.some((one) => one.facts.shippingRequired);
  return {
    ...standingOf(cartTimes),
    hash: hashOf(lines, totals.total),
    currency: settings.currency,
    dimensionUnit: settings.dimensionUnit,
    customer: customerView(state.customer, settings.defaultCountry),
    assumedStates: assumedStates(state.customer, settings),
    lines: lines.map((line) => lineView(line, prices.rounding, held, facts)),
    itemCount: lines.reduce((count, { line }) => count + line.quantity, 0),
    weight: weightOf(lines.reduce((all, { facts: one, line }) => all + microWeight(one, line.quantity), 0)),
    coupons: savings.map(couponView),
    fees: fees.map((fee) => feeView(fee, prices)),
    shipping: shippingView(packages, state, needsShipping, prices),
    taxes: settings.tax.shownInCart === 'excl' ? taxes : [],
    totals,
    needsPayment: totals.total > 0,
    needsShipping,
    removed: removedViews(state, held, context, place),
    crossSells: crossSells(state, context, prices.showPrice),
    notices: [...notices, ...priceNotices(state, context), ...stockNotices(lines, held)],
    taxShown: settings.tax.shownInCart,
    note: state.note ?? '',
    given: state.given ?? {},
    extensions: state.extensions,
  };
}

/**
 * Returns a hash of the lines, their unit prices and the total, so that clients detect changes. Empty for an
 * empty cart (docs/reference/rules.md#item-keys-and-the-cart-hash).
 */
function hashOf(lines: readonly PricedLine[], total: number): string {
  if (lines.length === 0) return '';
  const texts = lines.map(({ line, shown }) => `${line.key} ${line.quantity} ${shown}`);
  return hash('md5', `${texts.join()}=${total}`);
}

/** Returns the addresses. An address without a country gets the default country (docs/reference/cart.md#addresses). */
function customerView({ billing, shipping }: Customer, defaultCountry: string): Customer {
  return {
    billing: { ...billing, country: billing.country || defaultCountry },
    shipping: { ...shipping, country: shipping.country || defaultCountry },
  };
}

/** Returns the store's default state for each address without country and state; empty for other addresses. */
function assumedStates({ billing, shipping }: Customer, settings: StoreSettings): Cart['assumedStates'] {
  const { state } = defaultPlace(settings);
  const of = (address: Customer['shipping']) => (address.country === '' && address.state === '' ? state : '');
  return { billing: of(billing), shipping: of(shipping) };
}

/** Returns the removed lines at current prices, without lines that are too expensive for any cart. */
function removedViews(state: CartState, held: HeldByUnit, context: CommandContext, place: Place): CartLine[] {
  const { facts, settings } = context;
  if (state.removed.length === 0) return [];
  const { ofLine } = countedAmountsIn(state, context);
  const lines = state.removed.filter((line) => isSafeAmount(ofLine(line)));
  return lines.flatMap((one) =>
    atFinest(enteredIn({ lines: [one], fees: [] }, facts), (grain) => {
      const prices = pricing(settings, place, grain);
      const [line] = pricedLines([one], facts, prices);
      return line ? [lineView({ ...line, total: line.subtotal }, prices.rounding, held, facts)] : [];
    }),
  );
}

/**
 * Returns a priced line as a cart shows it. `held` has the quantity that the whole cart takes from each
 * stock. `known` has the facts of products, which contain labels of options.
 */
function lineView(
  calculated: CalculatedLine,
  rounding: Rounding,
  held: HeldByUnit,
  known: FactsById,
): CartLine {
  const { line, facts, shown, shownRegular, levy, subtotal, total } = calculated;
  const { tax, taxes, toMinor } = rounding;
  const weight = microWeight(facts, line.quantity);
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
    unitRegular: shownRegular,
    subtotal: toMinor(subtotal.net),
    subtotalTax: toMinor(taxes(subtotal.taxes)),
    total: toMinor(total.net),
    tax: toMinor(taxes(total.taxes)),
    weight: weight === 0 ? '' : String(weightOf(weight)),
    dimensions: facts.dimensions,
    attributes: line.attributes,
    variation: labelsOf(line, facts, known.get(line.productId)),
    taxes: levy.rates.map(({ id }, index) => ({
      rateId: id,
      subtotal: toMinor(tax(subtotal.taxes[index] as Fine)),
      total: toMinor(tax(total.taxes[index] as Fine)),
    })),
    onBackorder: isOnBackorder(facts, held),
    itemData: line.itemData,
    ownPrice: line.ownPrice,
    given: line.given ?? {},
    thumbnail: facts.thumbnail,
  };
}

/** Weights are added in millionths of a unit, so that decimals cause no binary rounding errors. */
const scale = 1_000_000;

/** Maximum weight of a product in the store's unit. A larger weight counts as no weight. */
const heaviest = 1_000_000_000;

/**
 * Returns the weight of a product in this quantity, in millionths of the store's unit. 0 without a weight, and for a
 * product that is not shipped.
 */
function microWeight({ weight, shippingRequired }: ProductFacts, quantity: number): number {
  const one = shippingRequired ? Number(weight) : 0;
  return one > 0 && one <= heaviest ? Math.round(one * scale) * quantity : 0;
}

function weightOf(micro: number): number {
  return micro / scale;
}

function couponView({ coupon, amount }: Saving): Cart['coupons'][number] {
  const { code, discountType, freeShipping } = coupon;
  return { code, discountType, saving: amount, freeShipping };
}

/** Returns a fee as a cart shows it, with the requested amount and the calculated amount. */
function feeView({ fee, taxed }: CalculatedFee, { settings, rounding }: Pricing): Cart['fees'][number] {
  const { toMinor } = rounding;
  const amount = { net: taxed.net, tax: rounding.taxes(taxed.taxes) };
  return {
    ...fee,
    total: toMinor(amount.net),
    tax: toMinor(amount.tax),
    shown: toMinor(shownIn(settings, amount)),
  };
}

/** Returns the shipping part of a cart's view (docs/reference/coupons-and-shipping.md#packages-and-rates). */
function shippingView(
  packages: readonly Package[],
  state: CartState,
  needsShipping: boolean,
  pricing: Pricing,
): Cart['shipping'] {
  const { shipping } = state.customer;
  const isHidden = pricing.settings.shippingHiddenUntilAddress && !isAddressKnown(shipping);
  return {
    // Shipping counts as calculated once the customer has entered a country. The store's default country does
    // not count.
    calculated: shipping.country !== '',
    packages: packages.map((one) => packageView(one, state, pricing)),
    unshipped: needsShipping && packages.length === 0 && !isHidden,
  };
}

function packageView(
  { index, lines, rates, chosen }: Package,
  { customer: { shipping: address } }: CartState,
  { settings, rounding }: Pricing,
): Cart['shipping']['packages'][number] {
  const { amount, toMinor } = rounding;
  const items = lines.map(({ facts, line }) => `${facts.name} × ${line.quantity}`).join(', ');
  return {
    rates: rates.map(({ key, methodId, instanceId, label, taxed }) => {
      const part = { net: taxed.net, tax: fineSum(taxed.taxes.map(amount)) };
      return {
        key,
        methodId,
        instanceId,
        label,
        cost: toMinor(part.net),
        tax: toMinor(part.tax),
        shown: toMinor(shownIn(settings, part)),
        taxNote: part.tax > 0 ? taxNote(settings) : null,
        chosen: key === chosen.key,
        items,
      };
    }),
    // Details distinguish several packages, but a cart has only one package, so the details are empty.
    details: '',
    index,
    chosenRate: chosen.key,
    destination: destinationLine(address, settings),
    shopDestination: shopAddress(address, settings),
  };
}

/** Countries where WooCommerce calls sales tax VAT. */
const vatCountries: ReadonlySet<string> = new Set(
  [
    // The European Union.
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    'AE AL AR AZ BB BH BO BS BY CL CO EC EG ET FJ FO GB GH GM GT IL IM IR IS KN KR KZ LK MC MD ME MK MN MU MX NA NG',
    'NO NP PS PY RS RU RW SA SV TH TR UA UY UZ VE VN XK ZA',
  ].flatMap((codes) => codes.split(' ')),
);

/**
 * Returns the note after an amount: that it includes VAT if the store enters prices without tax but shows prices with
 * tax, that it excludes VAT in the reverse case, else null. Outside `vatCountries`, the note is about tax instead of VAT.
 */
function taxNote({ tax: { shownInCart, pricesIncludeTax }, address }: StoreSettings): TaxNote | null {
  if ((shownInCart === 'incl') === pricesIncludeTax) return null;
  const name = vatCountries.has(address.country) ? 'vat' : 'tax';
  return shownInCart === 'incl' ? `incl_${name}` : `ex_${name}`;
}

/**
 * Returns the shipping rates, with taxes, of a cart with only this product or variation. The destination is both the
 * billing and the shipping address. Empty if no method applies to the destination, or if the store hides shipping costs
 * and the address is not complete. Pure.
 */
export function ratesForProduct(
  facts: ProductFacts,
  quantity: number,
  destination: Place,
  context: CommandContext,
): Cart['shipping']['packages'][number]['rates'] {
  const empty = emptyState(context.now);
  const { billing, shipping } = empty.customer;
  const line = {
    key: String(facts.id),
    productId: facts.parentId || facts.id,
    variationId: facts.parentId === 0 ? 0 : facts.id,
    quantity,
    attributes: {},
    itemData: {},
    ownPrice: null,
    seenPrice: facts.price,
    stockUnit: facts.stockUnit,
    name: facts.name,
  };
  const state = {
    ...empty,
    lines: [line],
    customer: { billing: { ...billing, ...destination }, shipping: { ...shipping, ...destination } },
  };
  const { packages, pricing } = calculate(state, { ...context, facts: new Map([[facts.id, facts]]) });
  return shippingView(packages, state, true, pricing).packages.flatMap(({ rates }) => rates);
}

import { z } from 'zod';
import type { Cart, ShippingRate } from '#contracts/cart.ts';
import { formatted } from '#platform/money/text.ts';
import { say } from '#platform/sentences/say.ts';
import { slugOf } from '#platform/util/slug.ts';
import type { AmountForm, CartScope, MoneyScope } from './cart-amounts.ts';
import { flag, text, whole } from './kinds.ts';
import { type Entries, kind, type Members, mapOf, object, part, type View } from './view.ts';

/** Shipping, coupons and fees in all dialects. Where dialects write amounts differently, `form` is the dialect's. */

/** How a dialect shows shipping rates. */
interface RateForm {
  readonly form: AmountForm;
  /** Whether `html` contains the note on tax, such as `Standard: €5,99 (incl. VAT)`. */
  readonly notesTax: boolean;
}

/** Returns the members of a shipping rate (docs/reference/coupons-and-shipping.md#packages-and-rates). */
export function rateMembers({ form, notesTax }: RateForm): Members<ShippingRate, MoneyScope> {
  return {
    key: text('The key to choose the rate.', ({ key }) => key),
    method_id: text('The shipping method, `flat_rate`.', ({ methodId }) => methodId),
    instance_id: whole('The ID of the method in its zone.', ({ instanceId }) => instanceId),
    label: text('The name.', ({ label }) => label),
    cost: kind(form.schema)('The cost without tax.', ({ cost }, { currency }) => form.text(cost, currency)),
    html: text('The name with the formatted cost.', ({ label, shown, taxNote }, { currency }) => {
      if (shown === 0) return label;
      const html = `${label}: ${formatted(shown, currency)}`;
      return notesTax && taxNote !== null ? `${html} ${say(`tax_note.${taxNote}`)}` : html;
    }),
    taxes: kind(z.union([form.schema, z.literal('')]))(
      'The tax; empty if there is none.',
      ({ tax }, { currency }) => (tax === 0 ? '' : form.text(tax, currency)),
    ),
    chosen_method: flag('Whether the rate is chosen.', ({ chosen }) => chosen),
  };
}

const packageContents = object<ShippingRate, unknown>({
  items: text('The items of the package as text.', ({ items }) => items),
});

/** Returns the view of a shipping rate that also names the items of the package. */
export function rateWithItems(form: RateForm, id: string): View<ShippingRate, MoneyScope> {
  return object<ShippingRate, MoneyScope>(
    {
      ...rateMembers(form),
      meta_data: part('The contents of the package.', packageContents, (rate) => rate),
    },
    id,
  );
}

/** Returns shipping rates as entries of a map by key, in the shop's order. */
export function ratesByKey(rates: readonly ShippingRate[]): Entries<ShippingRate> {
  return rates.map((rate) => [rate.key, rate]);
}

type Shipping = Cart['shipping'];
type ShippingPackage = Shipping['packages'][number];

/** Members of a cart's shipping that are equal in all dialects. */
export const shippingMembers = {
  total_packages: whole('The number of packages.', ({ packages }) => packages.length),
  show_package_details: flag(
    'Whether there is more than one package.',
    ({ packages }) => packages.length > 1,
  ),
  has_calculated_shipping: flag(
    'Whether shipping is calculated, because the destination is known.',
    ({ calculated }) => calculated,
  ),
} satisfies Members<Shipping, CartScope>;

/** Returns the view of the packages of a cart. `rates` has the rates of a package; `destination` writes its address. */
export function packagesByKey(
  rates: View<Entries<ShippingRate>, MoneyScope>,
  destination: (one: ShippingPackage) => string,
): View<Entries<ShippingPackage>, CartScope> {
  const one = object<ShippingPackage, CartScope>({
    package_name: text('The name of the package.', () => say('label.package')),
    rates: part('The shipping rates by key.', rates, (shown) => ratesByKey(shown.rates)),
    package_details: text('The contents as text.', ({ details }) => details),
    index: whole('The index of the package, from 0.', ({ index }) => index),
    chosen_method: text(
      'The key of the chosen rate; empty if none is chosen.',
      ({ chosenRate }) => chosenRate,
    ),
    formatted_destination: text('The formatted destination.', destination),
  });
  return mapOf(z.string().regex(/^(default|[1-9]\d*)$/), one, { selectsInEach: true });
}

/**
 * Returns the member with the packages of a cart. The packages have the keys `default`, `1`, `2` …
 * (docs/reference/coupons-and-shipping.md#packages-and-rates).
 */
export function packagesMember(
  packages: View<Entries<ShippingPackage>, CartScope>,
): View<Shipping, CartScope> {
  return part('The packages `default`, `1`, `2` and so on.', packages, (shipping) =>
    shipping.packages.map((one, index) => [index === 0 ? 'default' : String(index), one]),
  );
}

export type Coupon = Cart['coupons'][number];

/** Returns the members of a coupon. The discount has a minus sign. */
export function couponMembers(form: AmountForm): Members<Coupon, MoneyScope> {
  return {
    coupon: text('The code.', ({ code }) => code),
    label: text('The label, such as the code with the word coupon.', ({ code }) =>
      say('label.coupon', { code }),
    ),
    discount_type: kind(z.enum(['percent', 'fixed_cart', 'fixed_product']))(
      'The type of the discount.',
      ({ discountType }) => discountType,
    ),
    saving: kind(form.schema)('The discount, with a minus sign.', ({ saving }, { currency }) =>
      form.text(-saving, currency),
    ),
    saving_html: text('The formatted discount.', ({ saving }, { currency }) => formatted(-saving, currency)),
  };
}

type Fee = Cart['fees'][number];

/** A fee with its id. */
export interface NamedFee extends Fee {
  readonly id: string;
}

/**
 * Returns the cart's fees as entries of a map by id. As in WordPress, the fee `Gift wrap` has the id `gift-wrap`, and
 * a second fee with this name has the id `gift-wrap-2` (docs/reference/README.md#dialects).
 */
export function feesById(fees: readonly Fee[]): Entries<NamedFee> {
  const taken = new Map<string, NamedFee>();
  for (const fee of fees) {
    const base = slugOf(fee.name) || 'fee';
    let id = base;
    for (let place = 2; taken.has(id); place += 1) id = `${base}-${place}`;
    taken.set(id, { ...fee, id });
  }
  return [...taken];
}

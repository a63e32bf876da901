import type { Cart } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { fineSum } from '#platform/money/fine-amounts.ts';
import type { CartState } from '../../model/state.ts';
import { isAddressKnown, type Package } from '../../shipping/domain/packages.ts';
import type { CalculatedFee } from '../totals/fees.ts';
import { type Pricing, shownIn } from '../totals/lines.ts';
import type { Saving } from '../totals/savings.ts';
import { destinationLine, shopAddress } from './addresses.ts';

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
 * Returns the note after an amount: `(incl. VAT)` if the store enters prices without tax but shows prices with
 * tax, `(ex. VAT)` in the reverse case, else nothing. Outside `vatCountries`, the note has `tax` instead of `VAT`.
 */
function taxNote({ tax: { shownInCart, pricesIncludeTax }, address }: StoreSettings): string {
  if ((shownInCart === 'incl') === pricesIncludeTax) return '';
  const name = vatCountries.has(address.country) ? 'VAT' : 'tax';
  return shownInCart === 'incl' ? `(incl. ${name})` : `(ex. ${name})`;
}

/** Returns a coupon as a cart shows it. */
export function couponView({ coupon, amount }: Saving): Cart['coupons'][number] {
  const { code, discountType, freeShipping } = coupon;
  return { code, label: `Coupon: ${code}`, discountType, saving: amount, freeShipping };
}

/** Returns a fee as a cart shows it, with the requested amount and the calculated amount. */
export function feeView(
  { fee, taxed }: CalculatedFee,
  { settings, rounding }: Pricing,
): Cart['fees'][number] {
  const { toMinor } = rounding;
  const amount = { net: taxed.net, tax: rounding.taxes(taxed.taxes) };
  return {
    ...fee,
    total: toMinor(amount.net),
    tax: toMinor(amount.tax),
    shown: toMinor(shownIn(settings, amount)),
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
    name: 'Shipping',
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
        taxNote: part.tax > 0 ? taxNote(settings) : '',
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

/** Returns the shipping part of a cart's view (docs/reference/coupons-and-shipping.md#packages-and-rates). */
export function shippingView(
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

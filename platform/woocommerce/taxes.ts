import { z } from 'zod';
import {
  maxTaxPriorities,
  type StoreSettings,
  type TaxRate,
  withinTaxPriorities,
} from '#contracts/settings.ts';
import { fromDecimalText } from '../money/text.ts';
import { flag, id, list, percentage, text, whole } from './fields.ts';
import type { Notes } from './notes.ts';
import { isOn, type Values, valuesOf, type WooSetting } from './setting-values.ts';
import { needsRounding, plainText } from './values.ts';

export const WooTaxRate = z.object({
  id,
  country: text,
  state: text,
  postcode: text,
  postcodes: list(text),
  city: text,
  cities: list(text),
  rate: percentage,
  name: text,
  priority: whole(1),
  compound: flag,
  shipping: flag,
  order: whole(0),
  class: text,
});
export type WooTaxRate = z.infer<typeof WooTaxRate>;

/**
 * Maximum number of decimals of a tax rate in per cent. Rates are stored in millionths, and one millionth is
 * 0.0001 %.
 */
const rateDecimals = 4;

function listOf(list: readonly string[], joined: string): string[] {
  return list.length > 0
    ? [...list]
    : joined
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '');
}

function rateOf(given: WooTaxRate, notes: Notes): TaxRate {
  if (needsRounding(given.rate, rateDecimals))
    notes.adjust('tax rates', 'rounded to four decimals of a per cent');
  // WooCommerce compares countries and states without regard to case. An asterisk means every place.
  const place = (text: string) => (text.trim() === '*' ? '' : text.trim().toUpperCase());
  return {
    id: given.id,
    name: plainText(given.name),
    country: place(given.country),
    state: place(given.state),
    postcodes: listOf(given.postcodes, given.postcode),
    cities: listOf(given.cities, given.city),
    ppm: fromDecimalText(given.rate, rateDecimals) ?? 0,
    priority: given.priority,
    order: given.order,
    compound: given.compound,
    shipping: given.shipping,
    taxClass: given.class || 'standard',
  };
}

/** Returns the given tax rates, and the rates of `further` with other ids. */
function ratesOf(given: readonly WooTaxRate[], further: readonly TaxRate[], notes: Notes): TaxRate[] {
  const ids = new Set(given.map(({ id }) => id));
  const others = further.filter(({ id }) => !ids.has(id));
  const rates = [...given.map((one) => rateOf(one, notes)), ...others];
  const taken = withinTaxPriorities(rates);
  const why = `a tax class has at most ${maxTaxPriorities} priorities here; the first are taken`;
  notes.leaveOut('tax rates', why, rates.length - taken.length);
  return taken;
}

function display(value: string | undefined, otherwise: 'incl' | 'excl'): 'incl' | 'excl' {
  return value === 'incl' || value === 'excl' ? value : otherwise;
}

/** Returns the tax class of shipping. WooCommerce writes an empty text for the standard class. */
function shippingTaxClassOf(values: Values, otherwise: string): string {
  const value = values.get('shipping_tax_class');
  return value === undefined ? otherwise : value || 'standard';
}

/** The files with what a shop says about taxes; null for a missing file. */
interface TaxFiles {
  readonly general: readonly WooSetting[] | null;
  readonly tax: readonly WooSetting[] | null;
  readonly rates: readonly WooTaxRate[] | null;
}

export function taxOf(
  { general, tax, rates }: TaxFiles,
  current: StoreSettings['tax'],
  notes: Notes,
  hasAllRates: boolean,
): StoreSettings['tax'] {
  const values = valuesOf(tax);
  const basedOn = values.get('tax_based_on');
  return {
    enabled: isOn(valuesOf(general), 'calc_taxes', current.enabled),
    pricesIncludeTax: isOn(values, 'prices_include_tax', current.pricesIncludeTax),
    shownInShop: display(values.get('tax_display_shop'), current.shownInShop),
    shownInCart: display(values.get('tax_display_cart'), current.shownInCart),
    roundAtSubtotal: isOn(values, 'tax_round_at_subtotal', current.roundAtSubtotal),
    basedOn:
      basedOn === 'shipping' || basedOn === 'billing' || basedOn === 'base' ? basedOn : current.basedOn,
    shippingTaxClass: shippingTaxClassOf(values, current.shippingTaxClass),
    rates: rates ? ratesOf(rates, hasAllRates ? [] : current.rates, notes) : current.rates,
  };
}

/** A currency, and how amounts in this currency are written. */
export interface Currency {
  readonly currency_minor_unit: number;
  readonly currency_decimal_separator: string;
  readonly currency_thousand_separator: string;
  readonly currency_prefix: string;
  readonly currency_suffix: string;
}

/** Returns the minor units of a decimal amount: 1250 for `"12.50"`. */
export function minorUnits(amount: string | number, { currency_minor_unit: places }: Currency): number {
  const text = typeof amount === 'number' ? amount.toFixed(places) : amount;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole + fraction.padEnd(places, '0').slice(0, places));
}

/** Returns an amount in minor units as text for the shopper. */
export function money(minor: number, currency: Currency): string {
  const places = currency.currency_minor_unit;
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const first = whole.length % 3 || 3;
  let grouped = whole.slice(0, first);
  for (let at = first; at < whole.length; at += 3)
    grouped += currency.currency_thousand_separator + whole.slice(at, at + 3);
  const fraction = places > 0 ? currency.currency_decimal_separator + digits.slice(-places) : '';
  return `${minor < 0 ? '−' : ''}${currency.currency_prefix}${grouped}${fraction}${currency.currency_suffix}`;
}

/** Returns a decimal amount of an answer as text for the shopper. */
export function price(amount: string, currency: Currency): string {
  return money(minorUnits(amount, currency), currency);
}

import type { ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';

/** A way to ship as a shopper reads it, `Standard: €4,95`; its name alone where it costs nothing (contract 7.9). */
export function rateHtml({ label, shown }: ShippingRate, currency: Currency): string {
  return shown === 0 ? label : `${label}: ${formatted(shown, currency)}`;
}

/** Ways to ship by their keys, in the shop's order. */
export function ratesByKey<Value>(
  rates: readonly ShippingRate[],
  value: (rate: ShippingRate) => Value,
): Record<string, Value> {
  return Object.fromEntries(rates.map((rate) => [rate.key, value(rate)]));
}

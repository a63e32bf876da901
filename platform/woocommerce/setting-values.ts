import { z } from 'zod';
import { flagOf } from './fields.ts';
import { type Notes, shown } from './notes.ts';

export const WooSetting = z.object({ id: z.string(), value: z.unknown().optional() });
export type WooSetting = z.infer<typeof WooSetting>;

export type Values = ReadonlyMap<string, string>;

/** Returns all settings that are texts, numbers or flags, by their names without the prefix `woocommerce_`. */
export function valuesOf(settings: readonly WooSetting[] | null): Values {
  const scalars = (settings ?? []).filter(({ value }) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return new Map(scalars.map(({ id, value }) => [id.replace(/^woocommerce_/, ''), String(value)]));
}

/** Returns whether a setting is on. As in WooCommerce, an unknown word is off. */
export function isOn(values: Values, name: string, otherwise: boolean): boolean {
  const value = values.get(name);
  return value === undefined ? otherwise : (flagOf(value) ?? false);
}

/** Returns a setting that is a whole number from 0 on; `otherwise`, with a note, for another value. */
export function wholeOf(values: Values, name: string, otherwise: number, notes: Notes): number {
  const value = values.get(name)?.trim() ?? '';
  if (value === '') return otherwise;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  notes.adjust(`woocommerce_${name}`, `${shown(value)} is no whole number: ${otherwise}`);
  return otherwise;
}

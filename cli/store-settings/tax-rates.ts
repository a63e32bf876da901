import { z } from 'zod';
import {
  maxTaxPriorities,
  type StoreSettings,
  type TaxRate,
  withinTaxPriorities,
} from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { decimalText, fromDecimalText } from '#platform/money/text.ts';
import { isCountry } from '#platform/tax/countries.ts';
import { percentDecimals, percentText } from '../amounts.ts';
import { table } from '../output/table.ts';
import type { NamedSetting } from './named-setting.ts';
import { isPostcodePattern, numbering, postcodeRule, recordsIn, summary, text } from './records.ts';

const name = 'tax-rates';
const places = (one: z.ZodType<string>) => z.array(one).max(10_000).default([]);
const rateRule = 'must be per cent as text, from "0" on, with four decimals at most, like "20.0000"';

/** Schema of a tax rate as the user writes it. The percentage is text, so that no digit is lost. */
const Entry = z.strictObject({
  id: z.int().positive().optional(),
  name: text(1_000),
  country: z
    .string()
    .refine((code) => code === '' || isCountry(code), 'must be a country like NL, or "" for all')
    .default(''),
  state: text(200).default(''),
  postcodes: places(text(200).trim().refine(isPostcodePattern, postcodeRule)),
  cities: places(text(200).trim().min(1)),
  rate: z
    .string({ error: ({ input }) => (input === undefined ? undefined : rateRule) })
    .regex(/^\d{1,6}(\.\d{1,4})?$/, rateRule),
  priority: z.int().default(1),
  order: z.int().optional(),
  compound: z.boolean().default(false),
  shipping: z.boolean().default(true),
  class: text(200).min(1).default('standard'),
});
type Entry = z.output<typeof Entry>;

function ratesIn(value: string): TaxRate[] {
  const entries = recordsIn(name, value, Entry);
  const idOf = numbering(
    `${name}: the id`,
    entries.map(({ id }) => id),
  );
  const rates = entries.map(({ rate, class: taxClass, ...entry }, place) => {
    const ppm = fromDecimalText(rate, percentDecimals) ?? 0;
    return { ...entry, id: idOf(entry.id), order: entry.order ?? place, ppm, taxClass };
  });
  if (withinTaxPriorities(rates).length < rates.length) {
    throw new Problem(
      `${name} has at most ${maxTaxPriorities} priorities in each class; nothing was changed`,
    );
  }
  return rates;
}

function entryOf({ ppm, taxClass, ...rate }: TaxRate): Entry {
  return { ...rate, rate: decimalText(ppm, percentDecimals), class: taxClass };
}

function placeText({ country, state, postcodes, cities }: TaxRate): string {
  const region = [country, state].filter((part) => part !== '').join(':');
  return [region || 'everywhere', ...postcodes, ...cities].join(' ');
}

function textOf({ tax }: StoreSettings, columns: number): string {
  if (tax.rates.length === 0) return 'No tax is charged anywhere.\n';
  const rows = tax.rates.map((rate) => [
    rate.id,
    rate.name,
    percentText(rate.ppm),
    placeText(rate),
    rate.taxClass,
    rate.priority,
    rate.compound ? 'yes' : 'no',
    rate.shipping ? 'yes' : 'no',
  ]);
  const headings = ['id', 'name', 'rate', 'where', 'class', 'priority', 'compound', 'on shipping'];
  return table(headings, rows, columns);
}

/** The setting that contains the store's tax rates. */
export const taxRates: NamedSetting = {
  name,
  takes: 'a list of rates in JSON, or @ and the name of a file that holds it',
  read: ({ tax }) => summary(name, tax.rates.length, 'rate'),
  change: (value, { tax }) => ({ tax: { ...tax, rates: ratesIn(value) } }),
  records: { json: ({ tax }) => tax.rates.map(entryOf), text: textOf },
};

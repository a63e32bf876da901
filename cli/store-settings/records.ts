import { z } from 'zod';
import {
  maxTaxPriorities,
  type ShippingZone,
  type StoreSettings,
  type TaxRate,
  withinTaxPriorities,
} from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { decimalText, fromDecimalText } from '#platform/money/text.ts';
import { isCountry } from '#platform/tax/place.ts';
import { table } from '#platform/terminal/table.ts';
import { percentDecimals, percentText } from '../shared/values.ts';

/** A setting of the store that `settings show` and `settings set` can name. */
export interface NamedSetting {
  readonly name: string;
  /** Help text that describes the accepted values. */
  readonly takes: string;
  /** Returns the current value as one line of text. */
  read(settings: StoreSettings): string;
  /**
   * Returns the members of the store settings that change when this setting gets the value. @throws Problem for an
   * invalid value
   */
  change(value: string, settings: StoreSettings): Partial<StoreSettings>;
  /** Present if the value is a list of records. Users write the list as JSON, on the command line or in a file. */
  readonly records?: {
    /** Returns the records for `--json`, in the form that `change` accepts. */
    json(settings: StoreSettings): unknown;
    /** Returns a table of the records. `columns` is the width of the terminal; 0 if the output is no terminal. */
    text(settings: StoreSettings, columns: number): string;
  };
}

/** A function that parses a value into its stored form. @throws Problem for an invalid value */
export type Reader<T> = (value: string, name: string) => T;

/** Returns the error for an invalid value. `takes` describes the accepted values. */
export function refused(name: string, value: string, takes: string): Problem {
  return new Problem(`${name} takes ${takes}, not "${value}"`);
}

/** Returns a schema for text of limited length. */
const text = (most: number) => z.string().max(most);

/**
 * Returns whether a postcode can match a pattern such as `179*` or `1000...1999`. An asterisk comes last. The lower end of
 * a range comes first. Both ends are numbers, or texts of the same length.
 */
function isPostcodePattern(text: string): boolean {
  const [from = '', to, ...more] = text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .split('...');
  if (to === undefined) return /^[^*]*.$/.test(from);
  if (more.length > 0 || from === '' || to === '') return false;
  if (/^\d+$/.test(from + to)) return BigInt(from) <= BigInt(to);
  return from.length === to.length && from <= to;
}

const postcodeRule = 'must be a postcode, or like 179* or 1000...1999 with the lower end first';

/** By type of JSON: the name of the type in error messages. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list in [ ]',
  object: 'an entry in { }',
  record: 'an entry in { }',
  string: 'a text in quotes',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

/** Returns the message for an error in the JSON; undefined if the schema itself defines the message. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} is not known here`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`;
    case 'too_big': {
      const of = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
      return `must be ${of === '' ? '' : 'of '}at most ${issue.maximum}${of}`;
    }
    default:
      return undefined;
  }
}

/** Returns where in the JSON an error is, as text: `[1].methods[0].title`. */
function place(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}

function parsed(name: string, value: string): unknown {
  try {
    const given: unknown = JSON.parse(value.replace(/^\uFEFF/, ''));
    // The JSON may also be what `settings show --json` prints: an object whose only member is the list.
    const isNamed = typeof given === 'object' && given !== null && Object.keys(given).join() === name;
    return isNamed ? (given as Record<string, unknown>)[name] : given;
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new Problem(`${name} takes JSON: ${fault}; nothing was changed`);
  }
}

/**
 * Parses records from JSON. The JSON is a list, or an object whose only member is the list and has the setting's name.
 */
function recordsIn<S extends z.ZodType>(name: string, value: string, schema: S): z.output<S>[] {
  const result = z.array(schema).safeParse(parsed(name, value), { error: sentence });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Problem(
    `${name}${place(issue?.path ?? [])}: ${issue?.message ?? 'does not fit'}; nothing was changed`,
  );
}

/**
 * Returns a function that returns a record's id: the record's own id, otherwise the number after the greatest
 * id. `what` names the kind of id in the error.
 *
 * @throws Problem if two records have the same id
 */
function numbering(what: string, given: readonly (number | undefined)[]): (own?: number) => number {
  const named = given.filter((one) => one !== undefined);
  const twice = named.find((one, index) => named.indexOf(one) !== index);
  if (twice !== undefined) throw new Problem(`${what} ${twice} is there twice; nothing was changed`);
  let last = Math.max(0, ...named);
  return (own) => {
    if (own !== undefined) return own;
    last += 1;
    return last;
  };
}

/** Returns text with the number of records, such as `2 rates`, and with the command that shows them. */
function summary(name: string, count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}${count === 0 ? '' : `: settings show ${name}`}`;
}

const taxRatesName = 'tax-rates';
const places = (one: z.ZodType<string>) => z.array(one).max(10_000).default([]);
const rateRule = 'must be per cent as text, from "0" on, with four decimals at most, like "20.0000"';

/** Schema of a tax rate as the user writes it. The percentage is text, so that no digit is lost. */
const RateEntry = z.strictObject({
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
type RateEntry = z.output<typeof RateEntry>;

function ratesIn(value: string): TaxRate[] {
  const entries = recordsIn(taxRatesName, value, RateEntry);
  const idOf = numbering(
    `${taxRatesName}: the id`,
    entries.map(({ id }) => id),
  );
  const rates = entries.map(({ rate, class: taxClass, ...entry }, place) => {
    const ppm = fromDecimalText(rate, percentDecimals) ?? 0;
    return { ...entry, id: idOf(entry.id), order: entry.order ?? place, ppm, taxClass };
  });
  if (withinTaxPriorities(rates).length < rates.length) {
    throw new Problem(
      `${taxRatesName} has at most ${maxTaxPriorities} priorities in each class; nothing was changed`,
    );
  }
  return rates;
}

function entryOf({ ppm, taxClass, ...rate }: TaxRate): RateEntry {
  return { ...rate, rate: decimalText(ppm, percentDecimals), class: taxClass };
}

function placeText({ country, state, postcodes, cities }: TaxRate): string {
  const region = [country, state].filter((part) => part !== '').join(':');
  return [region || 'everywhere', ...postcodes, ...cities].join(' ');
}

function taxRatesText({ tax }: StoreSettings, columns: number): string {
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
  name: taxRatesName,
  takes: 'a list of rates in JSON, or @ and the name of a file that holds it',
  read: ({ tax }) => summary(taxRatesName, tax.rates.length, 'rate'),
  change: (value, { tax }) => ({ tax: { ...tax, rates: ratesIn(value) } }),
  records: { json: ({ tax }) => tax.rates.map(entryOf), text: taxRatesText },
};

const zonesName = 'shipping-zones';

/** A rule for a text: a function that checks the text, and the error message for an invalid text. */
type Rule = readonly [fits: (text: string) => boolean, message: string];

const like =
  (pattern: RegExp): Rule[0] =>
  (one) =>
    pattern.test(one);

/** By the type of a location: the rule for its code. */
const codes: Readonly<Record<ShippingZone['locations'][number]['type'], Rule>> = {
  country: [isCountry, 'must be a country like NL'],
  state: [
    (code) => /^[A-Z]{2}:.+$/.test(code) && isCountry(code.slice(0, 2)),
    'must be a country and a state like US:CA',
  ],
  continent: [like(/^(AF|AN|AS|EU|NA|OC|SA)$/), 'must be a continent: AF, AN, AS, EU, NA, OC or SA'],
  postcode: [isPostcodePattern, postcodeRule],
};

const Location = z
  .strictObject({ code: text(200), type: z.enum(['country', 'state', 'continent', 'postcode']) })
  .superRefine(({ code, type }, context) => {
    const [fits, message] = codes[type];
    if (!fits(code)) context.addIssue({ code: 'custom', path: ['code'], message });
  });

function among(words: readonly string[]): Rule {
  const shown = words.map((word) => word || 'nothing').join(', ');
  return [(one) => words.includes(one), `must be one of ${shown}`];
}

const isBlank = (one: string | undefined) => (one ?? '').trim() === '';

/** Returns the rule for a setting of a shipping method. Undefined: the setting is unknown and not checked. */
function ruleOf(methodId: string, member: string, separator: string): Rule | undefined {
  const cost: Rule = [
    (one) => isBlank(one) || isCost(one, separator),
    'must be an amount like 5.95, or like 5 + [qty] * 1.50',
  ];
  const known: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
    flat_rate: {
      cost,
      no_class_cost: cost,
      tax_status: among(['taxable', 'none']),
      type: among(['class', 'order']),
    },
    free_shipping: {
      requires: among(['', 'coupon', 'min_amount', 'either', 'both']),
      min_amount: [
        (one) => isBlank(one) || /^\d+(\.\d+)?$/.test(dotted(one, separator)),
        'must be an amount like 75',
      ],
      ignore_discounts: among(['yes', 'no']),
    },
    local_pickup: { cost, tax_status: among(['taxable', 'none']) },
  };
  return methodId === 'flat_rate' && member.startsWith('class_cost_') ? cost : known[methodId]?.[member];
}

const methodWith = (separator: string) =>
  z
    .strictObject({
      instanceId: z.int().min(0).optional(),
      methodId: text(200).min(1),
      title: text(1_000),
      order: z.int().optional(),
      enabled: z.boolean().default(true),
      settings: z.record(z.string().max(200), text(2_000)).default({}),
    })
    .superRefine(({ methodId, settings }, context) => {
      for (const [member, value] of Object.entries(settings)) {
        const rule = ruleOf(methodId, member, separator);
        if (rule && !rule[0](value)) {
          context.addIssue({ code: 'custom', path: ['settings', member], message: rule[1] });
        }
      }
    });

const entryWith = (separator: string) =>
  z.strictObject({
    id: z.int().min(0).optional(),
    name: text(1_000),
    order: z.int().optional(),
    locations: z.array(Location).max(5_000).default([]),
    methods: z.array(methodWith(separator)).max(200).default([]),
  });

function zonesIn(value: string, separator: string): ShippingZone[] {
  const zones = recordsIn(zonesName, value, entryWith(separator));
  const given = zones.flatMap(({ methods }) => methods.map(({ instanceId }) => instanceId));
  const idOf = numbering(
    `${zonesName}: the id`,
    zones.map(({ id }) => id),
  );
  const instanceOf = numbering(`${zonesName}: the instanceId`, given);
  return zones.map(({ methods, ...zone }, place) => ({
    ...zone,
    id: idOf(zone.id),
    order: zone.order ?? place,
    methods: methods.map((one, at) => ({
      ...one,
      instanceId: instanceOf(one.instanceId),
      order: one.order ?? at,
    })),
  }));
}

function placesText({ locations }: ShippingZone): string {
  if (locations.length === 0) return 'everywhere else';
  const of = (isPostcode: boolean) =>
    locations.filter(({ type }) => (type === 'postcode') === isPostcode).map(({ code }) => code);
  const [postcodes, regions] = [of(true), of(false)];
  const shown = postcodes.length === 0 ? [] : [`postcodes ${postcodes.join(' ')}`];
  return [...(regions.length === 0 ? [] : [regions.join(' ')]), ...shown].join(', ');
}

type Method = ShippingZone['methods'][number];

const supportedMethods: ReadonlySet<string> = new Set(['flat_rate', 'free_shipping', 'local_pickup']);

/**
 * Returns text that says whether a shipping method is on or off, or why carts never offer the method
 * (docs/money.md, Shipping).
 */
function offeredText({ enabled, methodId, settings }: Method, separator: string): string {
  const costs = Object.keys(settings).filter((one) => /^(cost|no_class_cost|class_cost_.+)$/.test(one));
  if (!supportedMethods.has(methodId)) return 'never: not known here';
  if (methodId === 'flat_rate' && costs.every((one) => isBlank(settings[one]))) return 'never: no cost';
  const [fits] = ruleOf(methodId, 'cost', separator) ?? [() => true];
  return fits(settings.cost ?? '') ? (enabled ? 'on' : 'off') : 'never: cost cannot be read';
}

function methodCells(method: Method, separator: string) {
  const { instanceId, methodId, title, settings } = method;
  const said = Object.entries(settings)
    .filter(([member, value]) => member !== 'title' && value !== '')
    .map(([member, value]) => `${member} ${value}`);
  return [`${methodId}:${instanceId}`, title, offeredText(method, separator), said.join(', ')];
}

function zonesText({ shippingZones, currency }: StoreSettings, columns: number): string {
  if (shippingZones.length === 0) return 'Nothing is shipped anywhere.\n';
  const shown = shippingZones.map((zone) => {
    const head = table(['zone', 'name', 'where'], [[zone.id, zone.name, placesText(zone)]], columns);
    const rows = zone.methods.map((one) => methodCells(one, currency.decimalSeparator));
    return rows.length === 0
      ? `${head}Nothing is shipped there.\n`
      : head + table(['rate', 'title', 'offered', 'settings'], rows, columns);
  });
  return shown.join('\n');
}

/** The setting that contains the store's shipping zones and their methods. */
export const shippingZones: NamedSetting = {
  name: zonesName,
  takes: 'a list of zones in JSON, or @ and the name of a file that holds it',
  read: ({ shippingZones: zones }) => summary(zonesName, zones.length, 'zone'),
  change: (value, { currency }) => ({ shippingZones: zonesIn(value, currency.decimalSeparator) }),
  records: { json: (settings) => settings.shippingZones, text: zonesText },
};

/** The supported decimal separators, except the dot. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** Returns a cost with dots in place of the shop's decimal separator. */
function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

/** Maximum number of characters of a cost. */
const maxLength = 200;

const attribute = /\b(?:percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/gy;
const quoted = /^["'“”„‟«»‘’‚‹›″′]?(?:\d+(?:\.\d*)?|\.\d+)?["'“”„‟«»‘’‚‹›″′]?$/;
const inBrackets = /\[([^[\]]*)\]/g;
const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Pattern of values with operators, where `n` is a value: `n`, `n+n*n`, `-n`. Several signs may precede a value. */
const chain = '[-+]*n(?:[-+*/][-+]*n)*';
const whole = new RegExp(`^${chain}$`);
const innermost = new RegExp(`\\(${chain}\\)`, 'g');

/** Returns whether the text inside square brackets is a valid value: `qty`, `cost`, or `fee` with its attributes. */
function isValue(inside: string): boolean {
  const text = inside.trim().toLowerCase();
  if (text === 'qty' || text === 'cost') return true;
  if (!text.startsWith('fee')) return false;
  const attributes = text.slice('fee'.length);
  const trimmed = attributes.trimStart();
  const matches = [...trimmed.matchAll(attribute)];
  const length = matches.reduce((sofar, [whole]) => sofar + whole.length, 0);
  const hasBlank = trimmed === '' || trimmed.length < attributes.length;
  return hasBlank && length === trimmed.length && matches.every(([, given = '']) => quoted.test(given));
}

/**
 * Returns whether carts can calculate a cost such as `5 + [qty] * 1.50` (docs/money.md, Shipping). Carts do
 * not offer a shipping method whose cost is invalid.
 */
export function isCost(text: string, decimalSeparator: string): boolean {
  if (text.length > maxLength) return false;
  const figures = dotted(text, decimalSeparator).replace(inBrackets, (all, inside: string) =>
    isValue(inside) ? ' 0 ' : all,
  );
  if (!/^[\d\s.+\-*/()]*$/.test(figures)) return false;
  let left = figures.replace(number, 'n').replace(/\s+/g, '');
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replace(innermost, 'n');
  }
  return whole.test(left);
}

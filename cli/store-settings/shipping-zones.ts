import { z } from 'zod';
import type { ShippingZone, StoreSettings } from '#contracts/settings.ts';
import { isCountry } from '#platform/tax/countries.ts';
import { table } from '../output/table.ts';
import { dotted, isCost } from './cost-text.ts';
import type { NamedSetting } from './named-setting.ts';
import { isPostcodePattern, numbering, postcodeRule, recordsIn, summary, text } from './records.ts';

const name = 'shipping-zones';

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
  const zones = recordsIn(name, value, entryWith(separator));
  const given = zones.flatMap(({ methods }) => methods.map(({ instanceId }) => instanceId));
  const idOf = numbering(
    `${name}: the id`,
    zones.map(({ id }) => id),
  );
  const instanceOf = numbering(`${name}: the instanceId`, given);
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

function textOf({ shippingZones, currency }: StoreSettings, columns: number): string {
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
  name,
  takes: 'a list of zones in JSON, or @ and the name of a file that holds it',
  read: ({ shippingZones: zones }) => summary(name, zones.length, 'zone'),
  change: (value, { currency }) => ({ shippingZones: zonesIn(value, currency.decimalSeparator) }),
  records: { json: (settings) => settings.shippingZones, text: textOf },
};

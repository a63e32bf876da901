import { z } from 'zod';
import type { ShippingZone, StoreSettings } from '#contracts/settings.ts';
import { table } from '../output/table.ts';
import type { NamedSetting } from './named-setting.ts';
import { countryCode, numbering, recordsIn, summary, text } from './records.ts';

const name = 'shipping-zones';

/** How the place of each kind is written. */
const codes = {
  country: [countryCode, 'must be a country like NL'],
  state: [/^[A-Z]{2}:.+$/, 'must be a country and a state like US:CA'],
  continent: [/^(AF|AN|AS|EU|NA|OC|SA)$/, 'must be a continent: AF, AN, AS, EU, NA, OC or SA'],
  postcode: [/\S/, 'must be a postcode, or like 179* or 1000...1999'],
} as const;

const Location = z
  .strictObject({ code: text(200), type: z.enum(['country', 'state', 'continent', 'postcode']) })
  .superRefine(({ code, type }, context) => {
    const [pattern, message] = codes[type];
    if (!pattern.test(code)) context.addIssue({ code: 'custom', path: ['code'], message });
  });

/** What a cost is written in: digits, signs and brackets. Whether it can be reckoned shows when it is. */
const expression = /^(\s|\d|[-+*/().,]|\[[^\]]*\])*$/;

function among(words: readonly string[]): readonly [RegExp, string] {
  const shown = words.map((word) => word || 'nothing').join(', ');
  return [new RegExp(`^(${words.join('|')})$`), `must be one of ${shown}`];
}

const cost = [expression, 'must be an amount like 5.95, or like 5 + [qty] * 1.50'] as const;

/** What is known of the settings of each way to ship; a shop may have more of its own. */
const known: Readonly<Record<string, Readonly<Record<string, readonly [RegExp, string]>>>> = {
  flat_rate: {
    cost,
    no_class_cost: cost,
    tax_status: among(['taxable', 'none']),
    type: among(['class', 'order']),
  },
  free_shipping: {
    requires: among(['', 'coupon', 'min_amount', 'either', 'both']),
    min_amount: [/^(\d+([.,]\d+)?)?$/, 'must be an amount like 75'],
    ignore_discounts: among(['yes', 'no']),
  },
  local_pickup: { cost, tax_status: among(['taxable', 'none']) },
};

const Method = z
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
      const rule =
        methodId === 'flat_rate' && member.startsWith('class_cost_') ? cost : known[methodId]?.[member];
      if (rule && !rule[0].test(value)) {
        context.addIssue({ code: 'custom', path: ['settings', member], message: rule[1] });
      }
    }
  });

const Entry = z.strictObject({
  id: z.int().min(0).optional(),
  name: text(1_000),
  order: z.int().optional(),
  locations: z.array(Location).max(5_000).default([]),
  methods: z.array(Method).max(200).default([]),
});

function zonesIn(value: string): ShippingZone[] {
  const zones = recordsIn(name, value, Entry);
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

function methodCells({ instanceId, methodId, title, enabled, settings }: ShippingZone['methods'][number]) {
  const said = Object.entries(settings)
    .filter(([member, value]) => member !== 'title' && value !== '')
    .map(([member, value]) => `${member} ${value}`);
  return [`${methodId}:${instanceId}`, title, enabled ? 'on' : 'off', said.join(', ')];
}

function textOf({ shippingZones }: StoreSettings): string {
  if (shippingZones.length === 0) return 'Nothing is shipped anywhere.\n';
  const shown = shippingZones.map((zone) => {
    const head = table(['zone', 'name', 'where'], [[zone.id, zone.name, placesText(zone)]]);
    const rows = zone.methods.map(methodCells);
    return rows.length === 0
      ? `${head}Nothing is shipped there.\n`
      : head + table(['rate', 'title', 'offered', 'settings'], rows);
  });
  return shown.join('\n');
}

/** The store's zones with the ways to ship there, all at once. */
export const shippingZones: NamedSetting = {
  name,
  takes: 'a list of zones in JSON, or @ and the name of a file that holds it',
  read: ({ shippingZones: zones }) => summary(name, zones.length, 'zone'),
  change: (value) => ({ shippingZones: zonesIn(value) }),
  records: { json: (settings) => settings.shippingZones, text: textOf },
};

import { z } from 'zod';
import { ShippingZone } from '#contracts/settings.ts';
import { flag, list, objectOrNull, text, whole, zoneId } from './fields.ts';
import { type Notes, readable, validated } from './notes.ts';
import { plainText } from './values.ts';

/** A setting of a shipping method, or its value alone. If `value` is null or missing, `default` applies. */
const MethodSetting = z.preprocess(
  (given): unknown => (typeof given === 'object' && given !== null ? given : { value: given }),
  z.object({ value: z.unknown().optional(), default: z.unknown().optional() }),
);

/** A shipping method of a zone. */
const WooShippingMethod = z.object({
  instance_id: whole(0),
  method_id: text,
  title: text,
  order: whole(0),
  enabled: flag,
  settings: objectOrNull(z.record(z.string(), MethodSetting)).transform((settings) => settings ?? {}),
});
type WooShippingMethod = z.infer<typeof WooShippingMethod>;

/** A shipping zone. Its methods are checked one by one, so that a zone keeps those that can be read. */
export const WooShippingZone = z.object({
  id: zoneId,
  name: text,
  order: whole(0),
  locations: list(z.object({ code: text, type: text })),
  methods: list(z.unknown()),
});
export type WooShippingZone = z.infer<typeof WooShippingZone>;

const locationTypes = ['country', 'state', 'continent', 'postcode'] as const;

/** Ids of the shipping methods that Cartwright can offer to shoppers. Other methods are imported, but never offered. */
const offered: ReadonlySet<string> = new Set(['flat_rate', 'free_shipping', 'local_pickup']);

/** Maximum number of characters of a setting. */
const longest = 2_000;

/** Returns the value of a setting as text; null for a list, an object or a text that is too long. */
function settingText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  return text !== null && text.length <= longest ? text : null;
}

const file = 'shipping-zones.json';

function settingsOf({ settings }: WooShippingMethod, notes: Notes): Record<string, string> {
  // A setting without a value gets its default. A setting that has no default either is left out.
  const defined = Object.entries(settings)
    .map(([name, { value, default: otherwise }]) => [name, value ?? otherwise ?? null] as const)
    .filter(([, value]) => value !== null);
  const kept = defined.flatMap(([name, value]) => {
    const text = settingText(value);
    return text === null ? [] : [[name, text] as const];
  });
  notes.leaveOut(
    'settings of shipping methods',
    'they are no texts, or too long',
    defined.length - kept.length,
  );
  return Object.fromEntries(kept);
}

function methodRecord(given: WooShippingMethod, notes: Notes): ShippingZone['methods'][number] {
  const { instance_id, method_id, title, order, enabled } = given;
  if (!offered.has(method_id))
    notes.adjust(`shipping methods of type ${method_id}`, 'are kept and not offered');
  return {
    instanceId: instance_id,
    methodId: method_id,
    title: plainText(title),
    order,
    enabled,
    settings: settingsOf(given, notes),
  };
}

/**
 * Returns a shipping zone with its methods. Leaves out locations of unsupported types, and methods that cannot be read.
 * Returns null if the zone has lost all its locations in this way, because a zone without locations would apply
 * everywhere, or if it cannot be read.
 */
export function zoneRecord(given: WooShippingZone, notes: Notes): ShippingZone | null {
  const locations = given.locations.flatMap(({ code, type }) => {
    const known = locationTypes.find((one) => one === type);
    if (!known) notes.leaveOut(`locations of type ${type}`, 'the type is not known here');
    return known ? [{ code, type: known }] : [];
  });
  if (locations.length === 0 && given.locations.length > 0) {
    notes.leaveOut('shipping zones', 'none of their locations is known here');
    return null;
  }
  const methods = given.methods.map((one, index) =>
    readable(index + 1, notes, () => methodRecord(validated(file, one, WooShippingMethod), notes)),
  );
  const zone = {
    id: given.id,
    name: plainText(given.name),
    order: given.order,
    locations,
    methods: methods.filter((one) => one !== undefined),
  };
  return readable(1, notes, () => validated(file, zone, ShippingZone)) ?? null;
}

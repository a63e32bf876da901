import type { ShippingZone } from '#contracts/settings.ts';
import type { Notes } from '../notes.ts';
import type { WooShippingZone } from './shop-schemas.ts';
import { plainText } from './text.ts';

const locationTypes = ['country', 'state', 'continent', 'postcode'] as const;

/** A setting's value as text: what was never set is its default. What is no scalar is left out. */
function settingText({ value, default: otherwise }: { value?: unknown; default?: unknown }): string | null {
  const one = value ?? otherwise;
  if (typeof one === 'boolean') return one ? 'yes' : 'no';
  return typeof one === 'string' || typeof one === 'number' ? String(one) : null;
}

function settingsOf(given: WooShippingZone['methods'][number]['settings']): Record<string, string> {
  const texts = Object.entries(given).map(([name, setting]) => [name, settingText(setting)] as const);
  return Object.fromEntries(texts.filter((one): one is readonly [string, string] => one[1] !== null));
}

/**
 * A shipping zone with its ways to ship, in the shop's own texts; null for one whose places are all unknown here, since
 * a zone without places holds everywhere.
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
  return {
    id: given.id,
    name: plainText(given.name),
    order: given.order,
    locations,
    methods: given.methods.map(({ instance_id, method_id, title, order, enabled, settings }) => ({
      instanceId: instance_id,
      methodId: method_id,
      title: plainText(title),
      order,
      enabled,
      settings: settingsOf(settings),
    })),
  };
}

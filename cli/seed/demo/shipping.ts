import type { StoreSettings } from '#contracts/settings.ts';
import { shippingClasses } from './terms.ts';

type Zones = StoreSettings['shippingZones'];
type Method = Zones[number]['methods'][number];

/** Returns the name of the setting that contains the extra cost of a shipping class. */
function classCost(name: string): string {
  const found = shippingClasses.find((one) => one.name === name);
  if (!found) throw new Error(`there is no shipping class ${name}`);
  return `class_cost_${found.id}`;
}

/** Returns a shipping method. A zone offers its methods in the order of `instanceId`. */
function shippingMethod(
  instanceId: number,
  methodId: string,
  title: string,
  settings: Readonly<Record<string, string>>,
): Method {
  const enabled = true;
  return { instanceId, methodId, title, order: instanceId, enabled, settings: { title, ...settings } };
}

const country = (code: string) => ({ code, type: 'country' as const });
const postcode = (code: string) => ({ code, type: 'postcode' as const });

/**
 * Three zones: the Dutch islands, the Netherlands with Belgium, and the rest of Europe, where shipping costs depend on
 * the number of items. All costs are net.
 */
export const shippingZones: Zones = [
  {
    id: 2,
    name: 'Wadden Islands',
    order: 0,
    // Postcodes of Texel, Vlieland and Terschelling, Ameland, and Schiermonnikoog.
    locations: [country('NL'), ...['179*', '888*', '889*', '916*'].map(postcode)],
    methods: [
      shippingMethod(4, 'flat_rate', 'Parcel by boat, four working days', {
        tax_status: 'taxable',
        cost: '8.95',
        type: 'class',
        [classCost('Heavy')]: '6',
      }),
      shippingMethod(5, 'local_pickup', 'Collect it from the workshop', { tax_status: 'none', cost: '0' }),
    ],
  },
  {
    id: 1,
    name: 'The Netherlands and Belgium',
    order: 1,
    locations: [country('NL'), country('BE')],
    methods: [
      shippingMethod(1, 'flat_rate', 'Parcel, two working days', { tax_status: 'taxable', cost: '5.95' }),
      shippingMethod(2, 'free_shipping', 'Free above 75 euros', { requires: 'either', min_amount: '75' }),
      shippingMethod(3, 'local_pickup', 'Collect it from the workshop', { tax_status: 'none', cost: '0' }),
    ],
  },
  {
    id: 3,
    name: 'Rest of Europe',
    order: 2,
    locations: [{ code: 'EU', type: 'continent' }],
    methods: [
      shippingMethod(6, 'flat_rate', 'Parcel, five working days', {
        tax_status: 'taxable',
        cost: '9.50 + [qty] * 0.75',
        type: 'class',
        [classCost('Fragile')]: '2.50',
        [classCost('Heavy')]: '[qty] * 6',
      }),
      shippingMethod(7, 'free_shipping', 'Free above 200 euros', {
        requires: 'min_amount',
        min_amount: '200',
      }),
    ],
  },
];

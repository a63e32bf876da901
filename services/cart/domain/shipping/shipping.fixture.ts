import type { ProductFacts } from '#contracts/catalogue.ts';
import type { ShippingZone } from '#contracts/settings.ts';
import { fine, minor } from '#platform/money/money.ts';
import { factsOf } from '../../model/context.fixture.ts';
import type { Consignment, Shipped } from './methods.ts';

type Method = ShippingZone['methods'][number];

/** Returns an enabled shipping method. `changed` replaces members. */
export function aMethod(changed: Partial<Method> = {}): Method {
  const methodId = changed.methodId ?? 'flat_rate';
  return { instanceId: 1, methodId, title: methodId, order: 1, enabled: true, settings: {}, ...changed };
}

/** Returns the zone of Great Britain without methods. `changed` replaces members. */
export function aZone(changed: Partial<ShippingZone> = {}): ShippingZone {
  return {
    ...{ id: 1, name: 'Zone', order: 0, methods: [] },
    locations: [{ code: 'GB', type: 'country' }],
    ...changed,
  };
}

/** The zones of the recorded store (conformance, store/shipping-zones.json). */
export const recordedZones: readonly ShippingZone[] = [
  aZone({ id: 0, name: 'Locations not covered by your other zones', locations: [] }),
  aZone({
    name: 'UK',
    methods: [
      aMethod({ title: 'Flat rate', settings: { title: 'Flat rate', tax_status: 'taxable', cost: '5.00' } }),
      aMethod({
        ...{ instanceId: 2, methodId: 'free_shipping', title: 'Free shipping', order: 2 },
        settings: { title: 'Free shipping', requires: 'min_amount', min_amount: '50', ignore_discounts: '' },
      }),
    ],
  }),
];

/** Returns a shipped line with this total in minor units (a `Grain` of 1). */
export function goods(quantity: number, total: number, facts: Partial<ProductFacts> = {}): Shipped {
  return { facts: factsOf(facts), quantity, total: fine(total) };
}

/**
 * Returns goods shipped to London. The shown subtotal is 40.00 before discounts and 36.00 after discounts. `changed`
 * replaces members.
 */
export function consignmentOf(some: readonly Shipped[], changed: Partial<Consignment> = {}): Consignment {
  return {
    goods: some,
    destination: { country: 'GB', state: '', postcode: 'SW1A 1AA', city: 'London' },
    shownSubtotal: minor(4000),
    shownAfterDiscounts: minor(3600),
    isFreeByCoupon: false,
    grain: 1,
    ...changed,
  };
}

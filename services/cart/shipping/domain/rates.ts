import type { StoreSettings } from '#contracts/settings.ts';
import type { Consignment, Method, Offer } from './consignment.ts';
import { flatRate } from './flat-rate.ts';
import { freeShipping } from './free-shipping.ts';
import { localPickup } from './local-pickup.ts';
import { zoneOf } from './zone.ts';

/** A shipping rate that can be chosen, without tax. */
export interface Quote extends Offer {
  /** `flat_rate:1`: the method and its instance. */
  readonly key: string;
  readonly methodId: string;
  readonly instanceId: number;
  readonly label: string;
}

/** Shipping methods by id. */
const methods: ReadonlyMap<string, Method> = new Map([
  ['flat_rate', flatRate],
  ['free_shipping', freeShipping],
  ['local_pickup', localPickup],
]);

/** Returns the shipping rates of a consignment, in the shop's order (docs/money.md#shipping). Pure. */
export function quotesFor(consignment: Consignment, settings: StoreSettings): readonly Quote[] {
  const { currency, shippingZones } = settings;
  const ways = zoneOf(consignment.destination, shippingZones)?.methods ?? [];
  return ways
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => a.order - b.order || a.instanceId - b.instanceId)
    .flatMap(({ instanceId, methodId, settings: texts, title }) => {
      const offer = methods.get(methodId)?.(texts, consignment, currency);
      const label = texts.title?.trim() || title;
      return offer ? [{ ...offer, key: `${methodId}:${instanceId}`, methodId, instanceId, label }] : [];
    });
}

import type { AnyEvent } from '#contracts/events.ts';
import type { EventStream } from '#platform/events/event-stream.ts';
import type { RelayPlan } from '#platform/mongodb/change-relay.ts';
import type { ChangeDocument } from '../store/schema.ts';

/** The maximum number of product and variation ids in one event. */
const maxProducts = 10_000;

/**
 * Returns the events of a catalogue change, with the ids of the products and variations that the change may
 * affect. More than `maxProducts` ids are divided into several events.
 */
export function productEvents({ _id, ids, at }: ChangeDocument): AnyEvent[] {
  const count = Math.ceil(ids.length / maxProducts);
  return Array.from({ length: count }, (_, part) => ({
    id: part === 0 ? `product:${_id}` : `product:${_id}:${part + 1}`,
    type: 'product.changed',
    at: at.getTime(),
    data: { products: ids.slice(part * maxProducts, (part + 1) * maxProducts) },
  }));
}

/** Returns the relay that publishes the catalogue's changes as events. */
export function productEventRelay(stream: Pick<EventStream, 'publish'>): RelayPlan {
  return {
    name: 'product-changes',
    relays: 'event_relays',
    collection: 'changes',
    pipeline: [{ $match: { operationType: 'insert', 'fullDocument.ids.0': { $exists: true } } }],
    async publish(change) {
      if (change.operationType !== 'insert') return;
      await stream.publish(productEvents(change.fullDocument as unknown as ChangeDocument));
    },
  };
}

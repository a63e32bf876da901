import { clusterOf, type RedisCommands, slotOf } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';

/**
 * Sends one request to each Redis master for all items whose slots are on this master, and returns the answers. `keyOf`
 * returns a key in the slot of an item. A failed request is repeated once. In a cluster, the repetition is a separate
 * request for each item, because some slots may be moving to another master.
 *
 * @throws ServiceError 503 if the repeated request also fails
 */
export async function overMasters<Item, Answer>(
  redis: RedisCommands,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  ask: (items: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> {
  const cluster = clusterOf({ commands: redis });
  const masterOf = (item: Item) => cluster?.slots[slotOf(keyOf(item))]?.[0] ?? '';
  const groups = cluster ? [...Map.groupBy(items, masterOf).values()] : items.length > 0 ? [items] : [];
  const answers = groups.map(async (group) => {
    try {
      return [await ask(group)];
    } catch {
      return Promise.all(cluster ? group.map((item) => ask([item])) : [ask(group)]);
    }
  });
  return (await Promise.all(answers).catch(engineFault)).flat();
}

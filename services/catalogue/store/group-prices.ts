import { type ClientSession, type Connection, trusted } from 'mongoose';
import type { ProductDocument, SellableDocument } from '../domain/documents.ts';
import { sellables } from './schema.ts';

/**
 * Gives groups the prices of their products anew, where one of those or the group itself was written, in the same
 * transaction. Gives the ids of the groups that are different now.
 */
export async function refreshGroups(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<number[]> {
  const either: Record<string, unknown>[] = [
    { _id: trusted({ $in: ids }) },
    { groupedIds: trusted({ $in: ids }) },
  ];
  const groups = await sellables(connection)
    .find({ type: 'grouped', $or: either }, { groupedIds: 1, childPrices: 1 }, { session })
    .lean<ProductDocument[]>()
    .exec();
  const childIds = [...new Set(groups.flatMap(({ groupedIds }) => groupedIds))];
  if (childIds.length === 0) return [];
  const children = await sellables(connection)
    .find({ _id: trusted({ $in: childIds }), status: 'publish' }, { prices: 1 }, { session })
    .lean<SellableDocument[]>()
    .exec();
  const byId = new Map(children.map(({ _id, prices }) => [_id, prices]));
  const changed: number[] = [];
  for (const { _id, groupedIds, childPrices } of groups) {
    const prices = groupedIds
      .map((id) => byId.get(id))
      .filter((one) => one?.regular !== null && one !== undefined);
    if (JSON.stringify(prices) === JSON.stringify(childPrices)) continue;
    await sellables(connection)
      .updateOne({ _id }, { $set: { childPrices: prices } }, { session })
      .exec();
    changed.push(_id);
  }
  return changed;
}

import { type ClientSession, type Connection, trusted } from 'mongoose';
import {
  type Child,
  membersFromChildren,
  type ProductDocument,
  type SellableDocument,
} from '../../domain/documents.ts';
import { sellables } from '../../store/schema.ts';

/**
 * Updates the child prices and reserved children of each group in `ids`, and of each group that lists a
 * product in `ids`. Must be called in the transaction that changes these products. Returns the ids of changed
 * groups.
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
    .find(
      { type: 'grouped', $or: either },
      { groupedIds: 1, childPrices: 1, reservedChildren: 1 },
      { session },
    )
    .lean<ProductDocument[]>()
    .exec();
  const childIds = [...new Set(groups.flatMap(({ groupedIds }) => groupedIds))];
  if (childIds.length === 0) return [];
  const members = { prices: 1, status: 1, visibleTo: 1, rolePrices: 1 };
  const children = await sellables(connection)
    .find({ _id: trusted({ $in: childIds }) }, members, { session })
    .lean<SellableDocument[]>()
    .exec();
  const byId = new Map(children.map(({ _id: id, ...child }): [number, Child] => [id, { id, ...child }]));
  const changed: number[] = [];
  for (const { _id, groupedIds, childPrices, reservedChildren = [] } of groups) {
    const members = groupedIds.map((id) => byId.get(id)).filter((one) => one !== undefined);
    const own = membersFromChildren(members);
    if (JSON.stringify(own) === JSON.stringify({ childPrices, reservedChildren })) continue;
    await sellables(connection).updateOne({ _id }, { $set: own }, { session }).exec();
    changed.push(_id);
  }
  return changed;
}

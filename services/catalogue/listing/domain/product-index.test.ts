import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { asSeenBy, isVisibleTo, rolesConcerned, type Viewer } from '../../model/audiences.ts';
import { documentsOf, type SellableDocument } from '../../model/documents.ts';
import { pricesAt } from '../../model/pricing.ts';
import { query, record, reserved, viewers } from '../random-lists.fixture.ts';
import { categoriesBelow, naiveList } from './naive-lists.fixture.ts';
import { ProductIndex } from './product-index.ts';

const context = {
  now: 0,
  viewer: 'public',
  decimals: 2,
  categories: categoriesBelow,
  attributeTerm: (_attribute: string, slug: string) => slug,
};

type Step =
  | { put: SellableDocument[] }
  | { remove: number }
  | { now: number }
  | 'save'
  | { ask: ListQuery; viewer?: Viewer };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: record.map((one) => ({ put: documentsOf(one) })) },
  { weight: 1, arbitrary: fc.integer({ min: 9, max: 40 }).map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 25 }).map((n) => ({ now: n * 1_000 })) },
  { weight: 1, arbitrary: fc.constant('save' as const) },
  { weight: 2, arbitrary: reserved.map((one) => ({ put: documentsOf(one) })) },
  { weight: 8, arbitrary: fc.record({ ask: query, viewer: fc.constantFrom(...viewers) }) },
);

/** Returns a new index from the saved content of an index. */
function restored({ snapshot }: ProductIndex): ProductIndex {
  const index = new ProductIndex();
  index.restore(deserialize(serialize(snapshot)));
  return index;
}

test('a restored index uses no byte of the file from which it was read', () => {
  const index = new ProductIndex();
  for (const one of fc.sample(record, { numRuns: 1_000, seed: 1 }))
    for (const document of documentsOf(one)) index.put(document, 0);
  const saved = serialize(index.snapshot);
  // An array lies in the bytes of the file only if its place is a multiple of the size of its numbers.
  for (let offset = 0; offset < 8; offset += 1) {
    const file = Buffer.alloc(offset + saved.length);
    saved.copy(file, offset);
    const read = new ProductIndex();
    read.restore(deserialize(file.subarray(offset)));
    file.fill(0xff);
    expect(isDeepStrictEqual(read.snapshot, deserialize(saved))).toBe(true);
  }
});

/** Compares a list of the index with a scan of all documents. */
function compareList(
  index: ProductIndex,
  documents: ReadonlyMap<number, SellableDocument>,
  one: { ask: ListQuery; viewer?: Viewer },
  now: number,
): void {
  const viewer = one.viewer === undefined ? 'public' : one.viewer;
  // The viewer null (an operator) sees every document at public prices, also reserved children.
  const shown = [...documents.values()]
    .filter((document) => isVisibleTo(document, viewer))
    .map((document) => asSeenBy(document, viewer ?? 'public'));
  const expected = naiveList(shown, one.ask, now);
  const listContext = { ...context, viewer };
  expect(index.page(one.ask, listContext)).toEqual(expected);
  const second = { ...one.ask, perPage: 3, page: 2 };
  expect(index.page(second, listContext)).toEqual({ ...expected, ids: expected.ids.slice(3, 6) });
}

/**
 * Runs steps on the index and on a map of documents, and compares every list. The step `save` saves and
 * restores the index.
 */
function compare(steps: readonly Step[]): void {
  let index = new ProductIndex();
  const documents = new Map<number, SellableDocument>();
  let now = 0;
  for (const one of steps) {
    if (one === 'save') {
      index = restored(index);
    } else if ('put' in one) {
      for (const document of one.put) {
        index.put(document, now);
        documents.set(document._id, document);
      }
    } else if ('remove' in one) {
      index.remove(one.remove);
      documents.delete(one.remove);
    } else if ('now' in one) {
      now = Math.max(now, one.now);
      index.advance(now);
    } else {
      compareList(index, documents, one, now);
    }
    const moments = [...documents.values()].flatMap((document) =>
      (['public', ...rolesConcerned(document)] as const).map(
        (role) => pricesAt(asSeenBy(document, role), now).holdsUntil,
      ),
    );
    const soonest = Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY));
    expect([index.size, index.holdsUntil ?? Number.POSITIVE_INFINITY]).toEqual([documents.size, soonest]);
  }
}

test('after any changes, every list equals the result of a scan of all documents', () => {
  fc.assert(fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), compare), { numRuns: 300 });
});

const byPrice = fc.constantFrom('asc' as const, 'desc' as const).map((direction) => ({
  ask: ListQuery.parse({ perPage: 100, visibility: 'any', orderBy: 'price', direction }),
}));

test('lists are sorted by the current prices after every start and end of a sale', () => {
  const moments = Array.from({ length: 25 }, (_, n) => ({ now: n * 1_000 }));
  const steps = fc.tuple(fc.array(record, { minLength: 8, maxLength: 12 }), byPrice, byPrice);
  fc.assert(
    fc.property(steps, ([records, one, other]) => {
      const puts = records.map((each) => ({ put: documentsOf(each) }));
      compare([...puts, ...moments.flatMap((moment) => [one, moment, other])]);
    }),
  );
});

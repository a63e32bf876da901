import { expect, test } from 'vitest';
import type { SellableDocument } from '../model/documents.ts';
import { SerializedViews } from './serialized-views.ts';

const document = (id: number) => ({ _id: id }) as SellableDocument;
const moment = { now: 1_000, countsStock: true };

test('a view is written again when one of its documents, the stock setting or a price by time has changed', () => {
  const views = new SerializedViews();
  const [own, other] = [document(1), document(2)];
  let made = 0;
  const of = (sources: SellableDocument[], at = moment, holdsUntil: number | null = 2_000) =>
    views.of('public 1', sources, at, () => {
      made += 1;
      return { view: { id: made }, holdsUntil };
    });
  const first = of([own, other]);
  expect(of([own, other])).toBe(first);
  expect(of([own, other], { ...moment, now: 1_999 })).toBe(first);
  const changes: Parameters<typeof of>[] = [
    [[document(1), other]],
    [[own, document(2)]],
    [[own]],
    [[own], { ...moment, countsStock: false }],
    // At time 2,000, a sale begins or ends. The last case sets the clock back.
    [[own], { ...moment, now: 2_000 }],
    [[own], moment],
  ];
  for (const change of changes) {
    const before = made;
    expect(of(...change).json.toJSON().id).toBe(before + 1);
  }
  views.clear();
  expect(of([own], moment).json.toJSON().id).toBe(made);
  expect(made).toBe(changes.length + 2);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bits } from './bits.ts';
import { WordPostings } from './words.ts';

function slotsOf(postings: WordPostings, ...numbers: number[]): number[] {
  const bits = new Bits(0);
  postings.addTo(bits, numbers);
  const slots: number[] = [];
  bits.each((slot) => slots.push(slot));
  return slots;
}

const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ number: fc.nat(12), skip: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant('settle' as const) },
  { weight: 1, arbitrary: fc.constant('renumber' as const) },
);

test('each number has its slots, whenever new entries are sorted in or slots are renumbered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const postings = new WordPostings();
      let model = new Map<number, Set<number>>();
      let slots = 1;
      for (const one of steps) {
        if (one === 'settle') postings.mergeNew();
        else if (one === 'renumber') {
          // Every third slot is removed.
          let count = 0;
          const moves = Int32Array.from({ length: slots }, (_, slot) => (slot % 3 === 0 ? -1 : count++));
          postings.renumbered(moves)();
          const moved = (held: Set<number>) =>
            new Set([...held].map((slot) => moves[slot] ?? -1).filter((slot) => slot >= 0));
          model = new Map([...model].map(([number, held]) => [number, moved(held)]));
          slots = count + 1;
        } else {
          slots += one.skip;
          postings.add(one.number, slots - 1);
          model.set(one.number, (model.get(one.number) ?? new Set()).add(slots - 1));
        }
      }
      for (let number = 0; number < 14; number++) {
        const expected = [...(model.get(number) ?? [])].sort((a, b) => a - b);
        expect(slotsOf(postings, number)).toEqual(expected);
      }
    }),
  );
});

test('many new entries are sorted in without loss or duplicates', () => {
  const postings = new WordPostings();
  const count = 300_000;
  for (let slot = 0; slot < count; slot++) {
    postings.add(slot % 7, slot);
    postings.add(slot % 7, slot);
    postings.add(10 + slot, slot);
  }
  expect(slotsOf(postings, 3).length).toBe(Math.ceil((count - 3) / 7));
  expect(slotsOf(postings, 10, 10 + count - 1, 10 + count)).toEqual([0, count - 1]);
});

import { expect, test } from 'vitest';
import { Seeded } from './seeded.ts';

const draw = (seed: number) => {
  const random = new Seeded(seed);
  return [random.below(10), random.word(20), random.pick(['a', 'b', 'c']), random.next()];
};

test('a seed always gives the same choices, another seed gives others', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('whole numbers reach both ends of their range and nothing beyond', () => {
  const random = new Seeded(1);
  const seen = new Set(Array.from({ length: 500 }, () => random.below(4)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
});

test('nothing can be picked from an empty list', () => {
  expect(() => new Seeded(1).pick([])).toThrow(RangeError);
});

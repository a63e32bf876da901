import { expect, test } from 'vitest';
import { memo } from './memo.ts';

test('makes one result for each object, also when it is undefined', () => {
  const calls: object[] = [];
  const nameOf = memo((key: { name?: string }) => {
    calls.push(key);
    return key.name;
  });
  const [named, nameless] = [{ name: 'a' }, {}];
  expect([nameOf(named), nameOf(named), nameOf(nameless), nameOf(nameless)]).toEqual([
    'a',
    'a',
    undefined,
    undefined,
  ]);
  expect(calls).toEqual([named, nameless]);
});

test('calls again after a failure', () => {
  const results = [
    () => {
      throw new Error('failed');
    },
    () => 'made',
  ];
  const resultOf = memo((_key: object) => results.shift()?.());
  const key = {};
  expect(() => resultOf(key)).toThrow('failed');
  expect(resultOf(key)).toBe('made');
});

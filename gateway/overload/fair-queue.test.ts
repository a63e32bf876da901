import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Returns a queue to which the items were added in order. The network of an item is its letter. */
function queueOf(...items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push(item.slice(0, 1), item);
  return queue;
}

function all(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

test('networks take turns, and the items of one network keep their order', () => {
  expect(all(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a network that comes later does not catch up on turns that it missed', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4');
  expect([queue.take(), queue.take()]).toEqual(['a1', 'a2']);
  for (const item of ['b1', 'b2', 'b3']) queue.push('b', item);
  expect(all(queue)).toEqual(['a3', 'b1', 'a4', 'b2', 'b3']);
});

test('the number before a new item is the number that is taken before it', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1');
  expect(['a', 'b', 'c'].map((network) => queue.countBefore(network))).toEqual([4, 3, 2]);
  expect(new FairQueue().countBefore('a')).toBe(0);
});

test('the oldest and the last item can be taken', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect([queue.takeLast(), queue.takeOldest(), queue.takeOldest(), queue.takeOldest()]).toEqual([
    'a2',
    'a1',
    'b1',
    undefined,
  ]);
  expect(queue.takeLast()).toBeUndefined();
});

test('an item is removed once, and never taken afterwards', () => {
  const queue = queueOf('a1');
  const remove = queue.push('b', 'b1');
  expect([remove(), remove(), queue.size]).toEqual([true, false, 1]);
  expect(all(queue)).toEqual(['a1']);
});

test('items that are refused cost their network no turn', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'b3');
  expect(queue.takeIf((item, before) => item.startsWith('a') && before > 0)).toEqual(['a2', 'a3']);
  queue.push('a', 'a4');
  expect(all(queue)).toEqual(['a1', 'b1', 'b2', 'a4', 'b3']);
});

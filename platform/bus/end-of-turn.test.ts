import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EndOfTurn } from './end-of-turn.ts';

test('tasks of a turn run in their order, with nothing between them, and later ones in the next turn', async () => {
  const endOfTurn = new EndOfTurn();
  const ran: string[] = [];
  endOfTurn.add(() => {
    ran.push('first');
    // The client of NATS writes in such a microtask.
    queueMicrotask(() => ran.push('written'));
    endOfTurn.add(() => ran.push('later'));
  });
  await Promise.resolve();
  endOfTurn.add(() => ran.push('second'));
  expect(ran).toEqual([]);
  await nextTurn();
  expect(ran).toEqual(['first', 'second', 'written']);
  await nextTurn();
  expect(ran).toEqual(['first', 'second', 'written', 'later']);
});

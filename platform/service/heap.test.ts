import { expect, test } from 'vitest';
import { releaseUnusedMemory } from './heap.ts';

const heapMb = () => process.memoryUsage().heapTotal / 1_048_576;

test('memory of objects that are no longer needed goes back to the operating system', () => {
  // Without the first call, the second call would also return memory that other tests of this process used.
  releaseUnusedMemory();
  const before = heapMb();
  let objects: object[] = Array.from({ length: 1_000_000 }, (_, number) => ({ number }));
  expect(heapMb() - before).toBeGreaterThan(30);
  expect(objects).toHaveLength(1_000_000);
  objects = [];
  releaseUnusedMemory();
  expect(heapMb() - before).toBeLessThan(10);
});

test('other code gets no access to the garbage collector', () => {
  releaseUnusedMemory();
  expect(globalThis).not.toHaveProperty('gc');
});

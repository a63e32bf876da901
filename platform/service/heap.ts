import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The function `gc` of V8. */
type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Returns memory that only loading the code needed to the operating system, 8 to 35 MB. V8 would keep this memory
 * for new objects. Blocks the event loop, in a new shop for 50 to 100 ms, so a process must call this function before it
 * accepts work.
 */
export function releaseUnusedMemory(): void {
  // Node offers `gc` only with a flag. A new context has `gc` if the flag was set before.
  setFlagsFromString('--expose-gc');
  const collect: CollectGarbage = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  // After this collection, V8 would keep the heap small and collect garbage often. A list of products that is not
  // cached would take 1.4 times the CPU time. With this flag, the heap may double between two collections.
  setFlagsFromString('--heap-growing-percent=100');
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The function `gc` of V8. */
type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Gives memory back to the operating system: 14 to 36 MB that V8 needed only while it loaded the code. V8 itself would
 * keep this memory for new objects. A process must call this function before it accepts work, because the call blocks
 * the event loop: for 50 to 100 ms in a shop with little data.
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

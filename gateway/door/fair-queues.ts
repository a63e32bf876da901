/** Number of queues. Each time the number of a network's requests doubles, its items go to the next queue. */
const queues = 8;
/** Every fourth item that is taken is the one that has waited for the longest time, so that none waits for ever. */
const oldestEach = 4;

function queueOf(requests: number): number {
  return Math.min(Math.floor(Math.log2(1 + requests)), queues - 1);
}

/** An item and its place in the order of arrival. */
interface Entry<Item> {
  readonly item: Item;
  readonly place: number;
}

/** A queue that returns the items of networks with few requests first. */
export class FairQueues<Item> {
  readonly #queues: Entry<Item>[][] = Array.from({ length: queues }, () => []);
  #size = 0;
  #pushed = 0;
  #taken = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item of a network with this number of requests. */
  push(item: Item, requests: number): void {
    this.#queues[queueOf(requests)]?.push({ item, place: this.#pushed });
    this.#pushed += 1;
    this.#size += 1;
  }

  /** Removes and returns the first item; undefined if there is none. */
  shift(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    this.#taken += 1;
    const filled = this.#queues.filter(({ length }) => length > 0);
    if (this.#taken % oldestEach === 0)
      filled.sort(([{ place: one } = { place: 0 }], [{ place: other } = { place: 0 }]) => one - other);
    return filled[0]?.shift()?.item;
  }

  /**
   * Returns the first item of each queue that comes before an item of a network with this number of
   * requests, or has the same place.
   */
  heads(requests: number): Item[] {
    const before = this.#queues.slice(0, queueOf(requests) + 1);
    return before.flatMap((queue) => queue.slice(0, 1).map(({ item }) => item));
  }
}

/** Number of queues. Each time the number of a network's requests doubles, its items go to the next queue. */
const queues = 8;

function queueOf(requests: number): number {
  return Math.min(Math.floor(Math.log2(1 + requests)), queues - 1);
}

/** A queue that returns the items of networks with few requests first. */
export class FairQueues<Item> {
  readonly #queues: Item[][] = Array.from({ length: queues }, () => []);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item of a network with this number of requests. */
  push(item: Item, requests: number): void {
    this.#queues[queueOf(requests)]?.push(item);
    this.#size += 1;
  }

  /** Removes and returns the first item; undefined if there is none. */
  shift(): Item | undefined {
    const item = this.#queues.find(({ length }) => length > 0)?.shift();
    if (item !== undefined) this.#size -= 1;
    return item;
  }

  /**
   * Returns the first item of each queue that comes before an item of a network with this number of
   * requests, or has the same place.
   */
  heads(requests: number): Item[] {
    return this.#queues.slice(0, queueOf(requests) + 1).flatMap((queue) => queue.slice(0, 1));
  }
}

/** Number of queues. The first queue is for networks with 0 recent requests, the next for 1–2, 3–6, 7–14 … */
const queueCount = 8;
/** Every fourth call of `shift` returns the item that has waited longest, so that no item waits for ever. */
const oldestEach = 4;

function queueOf(requests: number): number {
  return Math.min(Math.floor(Math.log2(1 + requests)), queueCount - 1);
}

/** An item and its number in the order of arrival. */
interface Entry<Item> {
  readonly item: Item;
  readonly place: number;
}

/** A queue of items that belong to networks. Items of networks with few requests are taken first. */
export class FairQueues<Item> {
  readonly #queues: Entry<Item>[][] = Array.from({ length: queueCount }, () => []);
  #size = 0;
  #pushed = 0;
  #taken = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item of a network that has sent `requests` requests recently. */
  push(item: Item, requests: number): void {
    this.#queues[queueOf(requests)]?.push({ item, place: this.#pushed });
    this.#pushed += 1;
    this.#size += 1;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
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
   * Returns the first item of each queue for networks with up to `requests` recent requests. `shift` usually takes all
   * items of these queues before it takes a new item of a network with `requests` recent requests.
   */
  heads(requests: number): Item[] {
    const before = this.#queues.slice(0, queueOf(requests) + 1);
    return before.flatMap((queue) => queue.slice(0, 1).map(({ item }) => item));
  }
}

/** An item that waits. `round`: its turn among the items of all networks. */
interface Entry<Item> {
  readonly item: Item;
  readonly network: string;
  readonly round: number;
}

/**
 * A queue in which client networks take turns. Each network has one item in a round, so a network with many items
 * waits longer than others. The items of one network, or of one round, keep their order.
 */
export class FairQueue<Item> {
  readonly #rounds = new Map<number, Set<Entry<Item>>>();
  readonly #byArrival = new Set<Entry<Item>>();
  /** The last round in which each network has an item. */
  readonly #lastRounds = new Map<string, number>();
  #round = 0;
  #lastRound = 0;

  get size(): number {
    return this.#byArrival.size;
  }

  /** Adds an item. Returns a function that removes it; this function returns false if the item waits no longer. */
  push(network: string, item: Item): () => boolean {
    const entry = { item, network, round: this.#nextRound(network) };
    this.#lastRounds.set(network, entry.round);
    this.#lastRound = Math.max(this.#lastRound, entry.round);
    const round = this.#rounds.get(entry.round);
    if (round) round.add(entry);
    else this.#rounds.set(entry.round, new Set([entry]));
    this.#byArrival.add(entry);
    return () => this.#remove(entry);
  }

  /** Returns the number of items that would be taken before a new item of a network. */
  countBefore(network: string): number {
    const next = this.#nextRound(network);
    if (next >= this.#lastRound) return this.size;
    let count = 0;
    for (let round = this.#round; round <= next; round += 1) count += this.#rounds.get(round)?.size ?? 0;
    return count;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  take(): Item | undefined {
    for (const entry of this.#inOrder()) return this.#taken(entry);
    return undefined;
  }

  /** Removes and returns the item that has waited longest; undefined if the queue is empty. */
  takeOldest(): Item | undefined {
    const [oldest] = this.#byArrival;
    return oldest && this.#taken(oldest);
  }

  /** Removes and returns the item that would be taken last; undefined if the queue is empty. */
  takeLast(): Item | undefined {
    for (let round = this.#lastRound; round >= this.#round; round -= 1) {
      const last = [...(this.#rounds.get(round) ?? [])].at(-1);
      if (last) return this.#taken(last);
    }
    return undefined;
  }

  /** Removes and returns the items for which `test` is true. `before`: the number of items before it that stay. */
  takeIf(test: (item: Item, before: number) => boolean): Item[] {
    let before = 0;
    const taken: Entry<Item>[] = [];
    for (const entry of this.#inOrder()) {
      if (test(entry.item, before)) taken.push(entry);
      else before += 1;
    }
    // From the end, so that the places of each network are free again.
    for (const entry of taken.toReversed()) this.#remove(entry);
    return taken.map(({ item }) => item);
  }

  *#inOrder(): Generator<Entry<Item>> {
    for (let round = this.#round; round <= this.#lastRound; round += 1) yield* this.#rounds.get(round) ?? [];
  }

  #nextRound(network: string): number {
    return Math.max(this.#round, (this.#lastRounds.get(network) ?? -1) + 1);
  }

  #taken(entry: Entry<Item>): Item {
    this.#remove(entry);
    return entry.item;
  }

  #remove(entry: Entry<Item>): boolean {
    if (!this.#byArrival.delete(entry)) return false;
    const { network, round } = entry;
    const others = this.#rounds.get(round);
    others?.delete(entry);
    if (others?.size === 0) this.#rounds.delete(round);
    while (this.#round < this.#lastRound && !this.#rounds.has(this.#round)) this.#round += 1;
    // An item that leaves before its turn frees the turn for its network.
    if (round > this.#round && this.#lastRounds.get(network) === round)
      this.#lastRounds.set(network, round - 1);
    if (this.size > 0) return true;
    this.#lastRounds.clear();
    [this.#round, this.#lastRound] = [0, 0];
    return true;
  }
}

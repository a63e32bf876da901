import { addingCommands, anything, type CommandRequest } from './commands.ts';
import type { Gateway } from './gateway.ts';
import { isOpen, type Operation } from './history.ts';
import type { Shop } from './shop.ts';

/** Maximum number of requests for one operation. */
const maxRequests = 4;

/**
 * A client that sends operations one after the other. If an answer is missing, the client repeats some
 * operations with their idempotency key and gives up on others.
 */
export class Client {
  readonly #name: string;
  readonly #shop: Shop;
  readonly #gateway: Gateway;
  readonly #operations: Operation[];
  /** The last revision of each cart that an answer showed to this client. */
  readonly #revisions = new Map<string, number>();

  constructor(name: string, shop: Shop, gateway: Gateway, operations: Operation[]) {
    this.#name = name;
    this.#shop = shop;
    this.#gateway = gateway;
    this.#operations = operations;
  }

  /** Sends `count` operations, each to one of the carts. */
  async run(count: number, carts: readonly string[]): Promise<void> {
    const { clock, random } = this.#shop;
    for (let index = 0; index < count; index += 1) {
      await clock.pause(random.below(4) === 0 ? random.next() * 300 : random.next() * 8);
      await this.#sendOperation(`${this.#name}${index + 1}`, random.pick(carts));
    }
  }

  async #sendOperation(name: string, cart: string): Promise<void> {
    const { random } = this.#shop;
    const asked = this.#nextRequest();
    const seen = this.#revisions.get(cart);
    const ifRevision = asked && seen !== undefined && random.below(7) === 0 ? seen : null;
    const operation: Operation = { name, cart, asked, once: name, ifRevision, requests: [], deliveries: [] };
    this.#operations.push(operation);
    if (!asked || random.below(3) === 0) await this.#gateway.ask(operation, 'gateway');
    else {
      const senders = [this.#sendUntilAnswered(operation)];
      if (random.below(6) === 0) senders.push(this.#sendUntilAnswered(operation));
      await Promise.all(senders);
    }
    for (const { answer } of operation.requests) {
      if (answer?.ok) this.#revisions.set(cart, Math.max(answer.revision, this.#revisions.get(cart) ?? 0));
    }
  }

  /**
   * Returns the next commands; null for a read. The first operation adds items, so that later operations have
   * lines to change.
   */
  #nextRequest(): CommandRequest | null {
    const { random } = this.#shop;
    const below = (end: number) => random.below(end);
    if (this.#operations.length === 0) return addingCommands(below);
    return random.below(8) === 0 ? null : anything(below);
  }

  /**
   * Repeats an operation with its idempotency key until an answer tells its outcome, at most `maxRequests`
   * times.
   */
  async #sendUntilAnswered(operation: Operation): Promise<void> {
    const { clock, random } = this.#shop;
    for (let sent = 0; sent < maxRequests; sent += 1) {
      const { answer } = await this.#gateway.ask(operation, 'client');
      if (!isOpen(answer)) return;
      await clock.pause(random.next() * 1_500);
    }
  }
}

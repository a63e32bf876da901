import { LRUCache } from 'lru-cache';

/** Maximum number of callers that have a number. A caller without requests for a long time gets a new number. */
const maxCallers = 64;

/** Gives each caller a number, which takes less memory than the caller's inbox. */
export class ReplyRecipients {
  readonly #numbers = new LRUCache<string, number>({ max: maxCallers });
  #last = 0;

  /** Returns the number of the caller that waits at a reply subject, such as `_INBOX_gateway.ID.REQUEST`. */
  numberOf(replySubject: string): number {
    const inbox = replySubject.slice(0, replySubject.lastIndexOf('.'));
    const known = this.#numbers.get(inbox);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(inbox, this.#last);
    return this.#last;
  }
}

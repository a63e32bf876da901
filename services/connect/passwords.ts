import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { checkShopPassword } from '#contracts/connect.ts';
import type { ShopCustomer } from '#contracts/shop-customers.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { ShopClient } from '#platform/woocommerce/client.ts';
import { shopCustomer } from '#platform/woocommerce/customers.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import { recordRoutes } from '#platform/woocommerce/routes.ts';

/** An answer of the plugin. */
const Answer = z.union([
  z.object({ valid: z.literal(false) }),
  z.object({
    valid: z.literal(true),
    /** The last row of the journal about this password. Earlier versions of the plugin do not tell it. */
    row: z.int().min(0).default(0),
    user: z.object({ id: z.int().positive(), role: z.literal('customer') }),
  }),
]);

/** Questions that a replica asks the shop at once, and that wait: PHP must have time for the shop's visitors. */
const atOnce = 3;
const mostWaiting = 50;
/** Milliseconds between two looks of a waiting question for a free place. */
const lookMs = 20;
/** Milliseconds that a replica needs for its own answer. */
const spareMs = 50;

/** Asks the shop's plugin whether a password is that of a customer. */
export class ShopPasswords {
  readonly #client: ShopClient;
  #running = 0;
  #waiting = 0;
  /** Resolves when it is known in which form the shop's addresses are. */
  #form: Promise<unknown> | null = null;

  constructor(client: ShopClient) {
    this.#client = client;
  }

  /**
   * Returns the customer whose password it is; nobody if the password is wrong or the shop has no plugin.
   *
   * @throws ServiceError `service_unavailable` if the shop does not answer until the deadline
   */
  async check(
    { login, password, withRecord }: z.output<typeof checkShopPassword.request>,
    deadline: number,
  ): Promise<z.input<typeof checkShopPassword.reply>> {
    await this.#takePlace(deadline);
    try {
      const { id, row } = await this.#answer(login, password, deadline);
      const customer = id !== null && withRecord ? await this.#record(id) : null;
      return { id, row, customer };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // The shop may have got other permalinks. If it is only away, its form is still known.
      if (error.kind !== 'unavailable') this.#form = null;
      throw unavailable(error);
    } finally {
      this.#running -= 1;
    }
  }

  /** Finds out in which form the shop is asked. Called at the start, so that the first person does not wait for it. */
  async prepare(): Promise<void> {
    this.#form ??= this.#client.readIndex('?_fields=name').catch((error: unknown) => {
      this.#form = null;
      throw error;
    });
    await this.#form;
  }

  async #takePlace(deadline: number): Promise<void> {
    if (this.#waiting >= mostWaiting) throw unavailable('too many passwords wait for the shop');
    this.#waiting += 1;
    try {
      while (this.#running >= atOnce) {
        if (Date.now() > deadline) throw unavailable('the shop is asked about too many passwords');
        await sleep(lookMs);
      }
      this.#running += 1;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #answer(
    login: string,
    password: string,
    deadline: number,
  ): Promise<{ readonly id: number | null; readonly row: number }> {
    await this.prepare();
    const timeoutMs = deadline - spareMs - Date.now();
    if (timeoutMs <= 0) throw unavailable('the shop did not answer in time');
    // The parameter differs in each request, for caches that keep answers in spite of their headers.
    const path = `wc-cartwright/v1/password?at=${Date.now()}`;
    const given = await this.#client.send(path, { login, password }, { none: [404], timeoutMs });
    if (given === null) return { id: null, row: 0 };
    const { data } = Answer.safeParse(given);
    if (!data) throw new Problem("the shop's plugin gave an answer that cannot be read", 'failed');
    return data.valid ? { id: data.user.id, row: data.row } : { id: null, row: 0 };
  }

  async #record(id: number): Promise<ShopCustomer | null> {
    const record = await this.#client.readRecord(`${recordRoutes.customers.path}/${id}?context=edit`);
    return record === null
      ? null
      : shopCustomer(record, { zone: 'UTC', owners: new Map(), notes: new Notes() });
  }
}

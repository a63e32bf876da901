import { type Cart, type CartEvent, CartwrightError, type Client, type NewItem } from '@cartwright/client';
import { emptied, type Guess, withMore, withQuantity } from './guesses.ts';
import { Store } from './store.ts';

export interface CartState {
  /** The cart with the changes that the shop has not answered yet; null until it has been read. */
  readonly cart: Cart | null;
  /** Whether the cart of this shopper is being read for the first time. */
  readonly loading: boolean;
  /** Whether a change waits for its answer. Amounts are those before this change. */
  readonly pending: boolean;
  /** Why the last change was refused, or why the cart could not be read; null after a new attempt. */
  readonly error: CartwrightError | null;
}

type CartCalls = Client['cart'];

/**
 * The cart of the shopper, kept current by the events of the cart. Changes are sent one after the other; until they are
 * answered, the cart is shown as they will probably leave it. A refused change is taken back.
 */
export class CartStore extends Store<CartState> {
  readonly #client: Client;
  /** The newest cart that the shop has answered. */
  #answered: Cart | null = null;
  /** The guesses of the changes that are not answered yet. */
  #guesses: readonly { readonly guess: Guess }[] = [];
  /** Ends when the last change has been answered. */
  #changes: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | null = null;
  /** The revision of the newest event. */
  #heard = 0;
  /** Is aborted when another shopper is here, and when no component shows the cart. */
  #shopper = new AbortController();
  #followed: AbortSignal | null = null;

  constructor(client: Client) {
    super({ cart: null, loading: true, pending: false, error: null });
    this.#client = client;
  }

  /**
   * Makes a change with any call of `client.cart`. `guess` returns the cart that is shown until the shop answers. Returns
   * whether the shop has made the change; if not, `error` says why.
   */
  readonly change = (make: (cart: CartCalls) => Promise<Cart>, guess: Guess = (cart) => cart) => {
    const one = { guess };
    this.#guesses = [...this.#guesses, one];
    this.#show({ error: null });
    const done = this.#changes.then(async () => {
      let error: unknown = null;
      try {
        await this.#ask(make);
      } catch (failure) {
        error = failure;
      }
      this.#guesses = this.#guesses.filter((other) => other !== one);
      this.#settle(error);
      return error === null;
    });
    this.#changes = done.catch(() => undefined);
    return done;
  };

  readonly addItem = (item: NewItem) => this.change((cart) => cart.addItem(item), withMore(item));

  readonly setQuantity = (key: string, quantity: number) =>
    this.change((cart) => cart.updateItem(key, { quantity }), withQuantity(key, quantity));

  readonly removeItem = (key: string) => this.change((cart) => cart.removeItem(key), withQuantity(key, 0));

  /** Puts a removed item back. */
  readonly restoreItem = (key: string) => this.change((cart) => cart.restoreItem(key));

  readonly clear = () => this.change((cart) => cart.clear(), emptied);

  /** Reads the cart. Calls during a reading share the next one. */
  readonly refresh = (): Promise<void> => {
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = null;
      const reading = this.#read();
      this.#reading = reading.catch(() => undefined);
      return reading;
    });
    return this.#nextReading;
  };

  protected start(): () => void {
    const begin = () => {
      this.#shopper.abort();
      this.#shopper = new AbortController();
      this.#answered = null;
      this.#heard = 0;
      this.#show({ loading: true, error: null });
      void this.refresh();
    };
    const leave = this.#client.account.onChange(begin);
    begin();
    return () => {
      leave();
      this.#shopper.abort();
    };
  }

  #show(change: Partial<CartState> = {}): void {
    const cart =
      this.#answered && this.#guesses.reduce((guessed, { guess }) => guess(guessed), this.#answered);
    this.set({ cart, pending: this.#guesses.length > 0, ...(cart && { loading: false }), ...change });
  }

  #revision(): number {
    return (this.#answered && this.#client.cart.revisionOf(this.#answered)) ?? 0;
  }

  /** Sends a request and keeps the cart that it answers, unless a newer one was answered meanwhile. */
  async #ask(send: (cart: CartCalls) => Promise<Cart>): Promise<void> {
    const { signal } = this.#shopper;
    const before = this.#answered;
    const cart = await send(this.#client.cart);
    if (signal.aborted) return;
    // Only an answer that came meanwhile can be newer. A cart that was answered before is older, also with a higher
    // revision: the revisions of an expired cart begin anew.
    const mayBeOlder = this.#answered !== before;
    if (mayBeOlder && (this.#client.cart.revisionOf(cart) ?? 0) < this.#revision()) return;
    this.#answered = cart;
  }

  /** Shows the outcome of a change. @throws an error that is no refusal and no failure of a request */
  #settle(error: unknown): void {
    if (error === null) this.#show();
    else this.#show(error instanceof CartwrightError ? { error } : {});
    // A refusal may mean that the cart is another one than the shopper saw.
    if (error !== null || (this.#guesses.length === 0 && this.#heard > this.#revision())) void this.refresh();
    if (error !== null && !(error instanceof CartwrightError)) throw error;
  }

  async #read(): Promise<void> {
    const { signal } = this.#shopper;
    if (signal.aborted) return;
    let failure: CartwrightError | null = null;
    try {
      await this.#ask((cart) => cart.get({ signal }));
    } catch (error) {
      if (error instanceof CartwrightError) failure = error;
      else if (!signal.aborted) throw error;
    }
    if (signal.aborted) return;
    this.#show({ loading: false, error: this.errorAfter(failure) });
    if (this.#answered && this.#followed !== signal) void this.#follow(signal);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    this.#followed = signal;
    try {
      for await (const event of this.#client.cart.events({ signal })) this.#hear(event);
    } catch (error) {
      // A shop may refuse its events. Then the cart is current after each of its own changes.
      if (!(error instanceof CartwrightError)) throw error;
    }
  }

  #hear({ revision, type }: CartEvent): void {
    this.#heard = revision;
    // The answer to a change may show what the event is about.
    if (this.#guesses.length > 0) return;
    const known = this.#revision();
    // Late news of an own change is older. Only of another cart is a lower revision news.
    if (revision > known || (revision < known && type !== 'cart.changed')) void this.refresh();
  }
}

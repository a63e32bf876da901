import type { Progress } from '#platform/terminal/progress.ts';
import { Seeded } from '#platform/util/seeded.ts';
import type { SellableItem } from './catalogue.ts';
import type { Answer, CocartClient, KeyPair } from './client.ts';
import { compareAnswers, type TwoShops } from './two-shops.ts';

/** How many random carts to compare, and what they may contain. */
interface CartPlan {
  readonly count: number;
  readonly seed: number;
  readonly buyables: readonly SellableItem[];
  /** Tax classes of products by id. Empty if no key pair may read them. */
  readonly taxClasses: ReadonlyMap<number, string>;
  /** Coupon codes that are tried in some carts. If the list is empty, no coupons are compared. */
  readonly coupons: readonly string[];
  /** Country codes from which the shipping country of some carts is chosen. */
  readonly countries: readonly string[];
  /** Key pair that deletes the test carts of the old shop. Null: the carts are only emptied. */
  readonly keyPair: KeyPair | null;
}

/** The result of comparing carts. */
export interface CartsDone {
  readonly carts: number;
  /**
   * False if the old shop has no route that applies coupons. CoCart has this route only with a paid plugin. Null if no
   * coupon was tried.
   */
  readonly couponsCompared: boolean | null;
  /** Number of test carts that were removed from the old shop. */
  readonly removed: number;
  /** Number of test carts in the old shop that were only emptied, because no key pair may remove them. */
  readonly emptied: number;
  /** Number of test carts in the old shop that could not be removed or emptied. */
  readonly left: number;
}

/** A change that is made to the carts of both shops. `words` describe the change in the report. */
type Step =
  | { readonly kind: 'add'; readonly json: Readonly<Record<string, unknown>>; readonly words: string }
  | { readonly kind: 'update'; readonly line: number; readonly quantity: number; readonly words: string }
  | { readonly kind: 'country'; readonly json: Readonly<Record<string, unknown>>; readonly words: string }
  | { readonly kind: 'coupon'; readonly json: Readonly<Record<string, unknown>>; readonly words: string };

const maxLines = 4;
const maxQuantity = 3;

function addStep(random: Seeded, buyables: readonly SellableItem[]): Step {
  const { id, choices } = random.pick(buyables);
  const quantity = 1 + random.below(maxQuantity);
  const variation = Object.fromEntries(
    Object.entries(choices).map(([attribute, options]) => [attribute, random.pick(options)]),
  );
  const chosen = Object.keys(choices).length > 0 ? { variation } : {};
  const json = { id: String(id), quantity: String(quantity), ...chosen };
  return { kind: 'add', json, words: `${quantity} of ${id}` };
}

function updateStep(random: Seeded, lines: number): Step {
  const line = random.below(lines);
  const quantity = 1 + random.below(maxQuantity);
  return { kind: 'update', line, quantity, words: `line ${line + 1} to ${quantity}` };
}

/** Returns a change of the shipping country. CoCart 4 reads the fields next to `namespace`, not in `data`. */
function countryStep(country: string): Step {
  const json = {
    namespace: 'update-customer',
    country,
    s_country: country,
    ship_to_different_address: true,
  };
  return { kind: 'country', json, words: `to ${country}` };
}

/**
 * Returns products of one random tax class. Rare classes are as likely as others, because some faults only show in a cart
 * without goods of other classes. Variations are left out: their class may be another one than that of their product.
 */
function ofOneTaxClass(random: Seeded, { buyables, taxClasses }: CartPlan): readonly SellableItem[] {
  const classes = new Map<string, SellableItem[]>();
  for (const item of buyables) {
    const taxClass = item.id === item.productId ? taxClasses.get(item.id) : undefined;
    if (taxClass !== undefined) classes.set(taxClass, [...(classes.get(taxClass) ?? []), item]);
  }
  return classes.size === 0 ? [random.pick(buyables)] : random.pick([...classes.values()]);
}

/** Returns random changes, which fill a cart. A third of the carts has goods of one tax class only. */
function stepsOf(random: Seeded, plan: CartPlan): Step[] {
  const { coupons, countries } = plan;
  const lines = 1 + random.below(maxLines);
  const buyables = random.next() < 1 / 3 ? ofOneTaxClass(random, plan) : plan.buyables;
  const steps = Array.from({ length: lines }, () => addStep(random, buyables));
  if (random.next() < 0.5) steps.push(updateStep(random, lines));
  if (countries.length > 0 && random.next() < 0.8) steps.push(countryStep(random.pick(countries)));
  if (coupons.length > 0 && random.next() < 0.5) {
    const code = random.pick(coupons);
    steps.push({ kind: 'coupon', json: { coupon: code }, words: `coupon ${code}` });
  }
  return steps;
}

/** A guest's cart in one shop. */
class GuestCart {
  readonly #client: CocartClient;
  #key: string | null = null;
  /** Keys of the cart's lines, in order. */
  #lines: readonly string[] = [];

  constructor(client: CocartClient) {
    this.#client = client;
  }

  get key(): string | null {
    return this.#key;
  }

  async do(step: Step): Promise<Answer | null> {
    if (step.kind === 'add') return this.post('add-item', step.json);
    if (step.kind === 'country') return this.post('update', step.json);
    if (step.kind === 'coupon') return this.post('apply-coupon', step.json);
    const line = this.#lines[step.line % this.#lines.length];
    if (line === undefined) return null;
    return this.post(`item/${encodeURIComponent(line)}`, { quantity: String(step.quantity) });
  }

  async post(path: string, json: unknown): Promise<Answer> {
    return this.#remembered(await this.#client.ask(this.#path(`v2/cart/${path}`), { method: 'POST', json }));
  }

  /** Empties the cart. The request is sent even after the user has interrupted the command. */
  clear(): Promise<Answer> {
    return this.#client.ask(this.#path('v2/cart/clear'), { method: 'POST', json: {}, cleansUp: true });
  }

  async read(): Promise<Answer> {
    return this.#remembered(await this.#client.ask(this.#path('v2/cart')));
  }

  #path(path: string): string {
    return this.#key === null ? path : `${path}?cart_key=${encodeURIComponent(this.#key)}`;
  }

  #remembered(answer: Answer): Answer {
    const { cart_key: answeredKey, items } = (answer.body ?? {}) as { cart_key?: unknown; items?: unknown };
    const key =
      answer.headers.get('cart-key') ||
      answer.headers.get('cocart-api-cart-key') ||
      (answeredKey as string | undefined);
    if (typeof key === 'string' && key !== '') this.#key = key;
    if (typeof items === 'object' && items !== null) {
      this.#lines = Object.values(items).map((item) => String((item as { item_key?: unknown }).item_key));
    }
    return answer;
  }
}

/**
 * Fills random carts in both shops, compares each pair of carts, and then removes the pair.
 *
 * @throws Problem if a shop does not answer
 */
export async function compareCarts(shops: TwoShops, plan: CartPlan, bar: Progress): Promise<CartsDone> {
  const random = new Seeded(plan.seed);
  const done = { carts: 0, couponsCompared: null as boolean | null, removed: 0, emptied: 0, left: 0 };
  const count = plan.buyables.length === 0 ? 0 : plan.count;
  for (; done.carts < count; done.carts += 1) {
    bar.show('carts compared', done.carts, count);
    const carts = { there: new GuestCart(shops.there), here: new GuestCart(shops.here) };
    // After the old shop has answered that the route for coupons is missing, no further coupons are tried.
    const coupons = done.couponsCompared === false ? [] : plan.coupons;
    try {
      const tried = await compareCart(shops, carts, stepsOf(random, { ...plan, coupons }), done.carts + 1);
      done.couponsCompared = tried ?? done.couponsCompared;
    } finally {
      done[await remove(shops.there, carts.there, plan.keyPair)] += 1;
      await remove(shops.here, carts.here, null);
    }
  }
  return done;
}

/** Compares one cart. Returns whether the old shop has a route to apply coupons; null if no coupon was tried. */
async function compareCart(
  shops: TwoShops,
  { there, here }: { readonly there: GuestCart; readonly here: GuestCart },
  steps: readonly Step[],
  number: number,
): Promise<boolean | null> {
  let canApply: boolean | null = null;
  const words: string[] = [];
  let isSame = true;
  const example = () => `cart ${number}: ${words.join(', ')}`;
  for (const step of steps) {
    const old = await there.do(step);
    if (step.kind === 'coupon') canApply = !isRouteMissing(old);
    if (step.kind === 'coupon' && canApply === false) continue;
    const own = await here.do(step);
    words.push(step.words);
    if (!old || !own) continue;
    // After each step, only statuses and refusals are compared. The carts are compared after the last step, unless only
    // one shop has done a step.
    const answers = { there: withoutBody(old), here: withoutBody(own) };
    compareAnswers(shops, `cart: ${step.kind}`, example(), answers);
    if ((old.status === 200) !== (own.status === 200)) isSame = false;
  }
  if (isSame) {
    const answers = { there: await there.read(), here: await here.read() };
    compareAnswers(shops, 'v2/cart', example(), answers);
  }
  return canApply;
}

function withoutBody(answer: Answer): Answer {
  return answer.status === 200 ? { ...answer, body: undefined } : answer;
}

function isRouteMissing(answer: Answer | null): boolean {
  return answer?.status === 404 && (answer.body as { code?: unknown } | null)?.code === 'rest_no_route';
}

/**
 * Removes a cart with the key pair `pair`. Without a key pair, or if the shop refuses the removal, empties
 * the cart. Returns what was done; `left` if both failed. Never throws.
 */
async function remove(
  client: CocartClient,
  cart: GuestCart,
  pair: KeyPair | null,
): Promise<'removed' | 'emptied' | 'left'> {
  if (cart.key === null) return 'removed';
  try {
    if (pair) {
      const path = `v2/session/${encodeURIComponent(cart.key)}`;
      const { status } = await client.ask(path, { method: 'DELETE', keyPair: pair, cleansUp: true });
      if (status === 200) return 'removed';
    }
    const { status } = await cart.clear();
    return status === 200 ? 'emptied' : 'left';
  } catch {
    return 'left';
  }
}

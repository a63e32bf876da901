import {
  type FollowedShop,
  wooCoupon,
  wooProduct,
  wooTerm,
  wooVariation,
} from '../../services/connect/followed-shop.fixture.ts';

/** Ids of the records of the shop that change. */
const ids = {
  products: [100, 30],
  sets: [200, 6],
  coupons: [300, 8],
  tags: [400, 5],
  reviews: [500, 8],
} as const;
const variationsOfSet = 4;

/** Makes random changes in a shop, and reports whether the catalogue ever got a mixture of two states of one record. */
export class History {
  readonly #shop: FollowedShop;
  /** Texts that name what was wrong, at most 10. */
  readonly mixtures: string[] = [];
  #marks = 0;
  #made = 0;

  constructor(shop: FollowedShop) {
    this.#shop = shop;
    shop.catalogue.onProduct = (product) => this.#look(product);
  }

  /** Number of changes that were made. */
  get made(): number {
    return this.#made;
  }

  /** Makes one random change. */
  change(): void {
    const { data, random } = this.#shop;
    const id = ([first, count]: readonly [number, number]) => first + random.below(count);
    const price = () => String(1 + random.below(90));
    const product = id(ids.products);
    const acts: (() => void)[] = [
      () => data.save('products', wooProduct(product, { regular_price: price() })),
      () => {
        const stored = data.one('products', product);
        data.save('products', { ...wooProduct(product), ...stored, stock_quantity: random.below(9) });
      },
      () =>
        data.save('products', wooProduct(product, { status: random.pick(['draft', 'publish', 'trash']) })),
      () => data.delete('products', product),
      () => this.#saveSet(id(ids.sets)),
      () => this.#saveSet(id(ids.sets)),
      () => this.#setPrice(id(ids.sets), random.below(variationsOfSet), price()),
      () => data.delete('variations', variation(id(ids.sets), random.below(variationsOfSet))),
      () =>
        data.save('coupons', wooCoupon(id(ids.coupons), { amount: price(), usage_count: random.below(5) })),
      () => data.delete('coupons', id(ids.coupons)),
      () => data.save('tags', wooTerm(id(ids.tags), { name: random.word(5) })),
      () => data.delete('tags', id(ids.tags)),
      () => this.#review(id(ids.reviews), random.word(8)),
      () => data.setting('', { name: random.word(6), timezone_string: 'UTC', gmt_offset: 0 }),
    ];
    random.pick(acts)();
    this.#made += 1;
  }

  /** Saves a variable product and all its variations in one moment. Each state has a mark, which all its parts have. */
  #saveSet(set: number): void {
    const { data, random } = this.#shop;
    const mark = `mark ${++this.#marks}`;
    const existing = data.all('variations').filter((one) => one.parent_id === set);
    const kept =
      existing.length > 0 ? existing.map(({ id }) => id) : [variation(set, random.below(variationsOfSet))];
    data.save('products', wooProduct(set, { type: 'variable', variations: kept, short_description: mark }));
    for (const id of kept)
      data.save('variations', wooVariation(id, set, { ...data.one('variations', id), description: mark }));
  }

  /** Changes the price of one variation, or adds the variation. */
  #setPrice(set: number, number: number, price: string): void {
    const { data } = this.#shop;
    const product = data.one('products', set);
    if (!product) return;
    const id = variation(set, number);
    data.save(
      'variations',
      wooVariation(id, set, { regular_price: price, description: product.short_description }),
    );
  }

  #review(id: number, text: string): void {
    const { data } = this.#shop;
    const [product] = data.all('products');
    if (!product) return;
    data.save('reviews', {
      ...{
        id,
        product_id: product.id,
        status: 'approved',
        reviewer: 'Ann',
        reviewer_email: 'ann@example.org',
      },
      ...{ review: `<p>${text}</p>`, rating: 4, date_created_gmt: '2026-05-31T12:00:00' },
    });
  }

  /** Checks that all parts of a product that the catalogue gets belong to the same state. */
  #look(product: unknown): void {
    const { id, shortDescription, variations } = product as {
      readonly id: number;
      readonly shortDescription: string;
      readonly variations: readonly { readonly description: string }[];
    };
    const others = variations.filter(({ description }) => description !== shortDescription);
    if (others.length > 0 && this.mixtures.length < 10)
      this.mixtures.push(`product ${id}: ${shortDescription} with ${others[0]?.description}`);
  }
}

function variation(set: number, number: number): number {
  return 1_000 + set * 10 + number;
}

/** Makes the shop and the catalogue fail now and then. */
export function disturb(one: FollowedShop, history: History): void {
  const { shop, random, data, catalogue } = one;
  shop.trouble = () => {
    const dice = random.below(80);
    if (dice === 0) return { status: 500, body: 'Fatal error' };
    if (dice === 1) return { status: 200, body: '<html><body>A page</body></html>' };
    if (dice === 2) return { status: 429, headers: { 'retry-after': String(random.below(20)) } };
    if (dice === 3)
      return { notice: '<br />\n<b>Notice</b>: something is deprecated in <b>a.php</b><br />\n' };
    return dice === 4 ? { isCut: true } : null;
  };
  one.onRequest = () => {
    one.answerMs = random.below(20) === 0 ? 2_000 : random.below(200);
    if (random.below(25) === 0) history.change();
  };
  catalogue.losesAnswer = () => random.below(2_000) === 0;
  data.traits.commitDelayS = random.below(30);
  data.traits.losesRows = 0.01;
}

/** Ends all faults. */
export function calm(one: FollowedShop): void {
  one.shop.trouble = () => null;
  one.shop.odd = null;
  one.onRequest = () => undefined;
  one.answerMs = 0;
  one.catalogue.losesAnswer = () => false;
  one.data.traits.losesRows = 0;
}

/** Lets the shop repeat its first page in place of another one, or end this. */
export function repeatPages(one: FollowedShop): void {
  const paging = {
    pageOf: (all: readonly unknown[], _page: number, perPage: number) => all.slice(0, perPage),
  };
  one.shop.odd = one.shop.odd ? null : { list: one.random.pick(['products', 'coupons', 'tags']), paging };
}

/** Restores a backup that was made before the last question to the shop, as backups are. */
export async function restore(one: FollowedShop, backup: unknown): Promise<void> {
  const { trouble } = one.shop;
  one.shop.trouble = () => null;
  await one.pass(10);
  one.data.restore(backup);
  one.shop.trouble = trouble;
}

const [daySeconds, nightSeconds] = [86_400, 3 * 3_600];

/** Lets the time of the nightly comparison come. It finds what the plugin did not tell. */
export async function passNight(one: FollowedShop): Promise<void> {
  const sinceMidnight = (one.now / 1_000) % daySeconds;
  one.jump((daySeconds + nightSeconds - sinceMidnight) % daySeconds);
  await one.pass(150, 5);
}

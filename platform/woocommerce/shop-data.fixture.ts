/** A record of a shop, in WooCommerce's JSON. */
export type WooRecord = Readonly<Record<string, unknown>> & { readonly id: number };

/** The lists of a shop by their routes. */
const routes = {
  products: 'wc/v3/products',
  variations: 'wc/v3/variations',
  coupons: 'wc/v3/coupons',
  reviews: 'wc/v3/products/reviews',
  categories: 'wc/v3/products/categories',
  tags: 'wc/v3/products/tags',
  brands: 'wc/v3/products/brands',
  shippingClasses: 'wc/v3/products/shipping_classes',
  attributes: 'wc/v3/products/attributes',
  terms: 'attribute-terms',
  taxes: 'wc/v3/taxes',
  orders: 'wc/v3/orders',
  customers: 'wc/v3/customers',
  media: 'wp/v2/media',
} as const;
export type ListName = keyof typeof routes;

/** The kinds of the rows of the plugin's journal. */
const rowKinds: Readonly<Record<ListName, string>> = {
  ...{ products: 'product', variations: 'variation', coupons: 'coupon', reviews: 'review' },
  ...{ categories: 'category', tags: 'tag', brands: 'brand', shippingClasses: 'shipping_class' },
  ...{ attributes: 'attribute', terms: 'attribute_term', taxes: 'tax', orders: 'order' },
  ...{ customers: 'customer', media: 'media' },
};

interface Row {
  readonly number: number;
  readonly kind: string;
  readonly id: number;
  readonly parent: number;
  readonly stamp: number;
  /** Time of the row, in Unix seconds. */
  readonly time: number;
  /** Time from which others see the row, because its transaction was committed only then. */
  readonly seenFrom: number;
}

/** All data of a shop, which a backup keeps. */
interface Contents {
  readonly lists: Record<ListName, Map<number, WooRecord>>;
  readonly settings: Map<string, unknown>;
  /** The passwords of customers, by their ids. */
  readonly passwords: Map<number, string>;
  readonly journal: Row[];
  lastNumber: number;
}

/** What a shop does beyond its answers. */
interface ShopTraits {
  /** Whether the shop has the plugin. */
  hasPlugin: boolean;
  /** Whether changes do not set the date of the change, as those by SQL and by `update_post_meta`. */
  forgetsDates: boolean;
  /** The part of the changes that the plugin writes no row about, because it failed. */
  losesRows: number;
  /** Seconds that the next rows of the journal are written before others can see them. */
  commitDelayS: number;
}

const isLater = (date: unknown, than: string | null) => than === null || String(date) > than;

const gmt = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19);

/** The data of a WooCommerce shop in memory, which a test changes, and the journal of its plugin. */
export class ShopData {
  #contents: Contents;
  /** Number of changes that the plugin wrote no row about. */
  lost = 0;
  readonly traits: ShopTraits = { hasPlugin: true, forgetsDates: false, losesRows: 0, commitDelayS: 0 };
  /** Returns the time of the shop, in Unix seconds. */
  readonly #now: () => number;
  readonly #random: () => number;

  constructor(now: () => number, random: () => number) {
    this.#now = now;
    this.#random = random;
    const names = Object.keys(routes) as ListName[];
    const lists = Object.fromEntries(names.map((name) => [name, new Map()]));
    this.#contents = {
      ...{
        lists: lists as Contents['lists'],
        settings: new Map(),
        passwords: new Map(),
        journal: [],
        lastNumber: 0,
      },
    };
    this.#note('everything', 0, 0);
  }

  /** The time of the shop, in Unix seconds. */
  get now(): number {
    return this.#now();
  }

  /** Sets what a route answers that is no list, such as `wc/v3/settings/tax`. */
  setting(route: string, value: unknown): void {
    this.#contents.settings.set(route, value);
    this.#note('setting', 0, 0);
  }

  all(name: ListName): WooRecord[] {
    return [...this.#contents.lists[name].values()].sort((a, b) => a.id - b.id);
  }

  one(name: ListName, id: number): WooRecord | undefined {
    return this.#contents.lists[name].get(id);
  }

  /** Stores a record. A variation also changes the date of its product. */
  save(name: ListName, record: WooRecord): void {
    const parent = Number(record.parent_id ?? record.attribute_id ?? record.product_id ?? 0);
    const isLost = this.#isLost();
    if (!isLost) this.#note(rowKinds[name], record.id, parent);
    const before = this.one(name, record.id);
    const time = gmt(this.#now());
    const isDated = !this.traits.forgetsDates || before === undefined;
    const dates = { date_modified: time, date_modified_gmt: time };
    const old = { date_modified: before?.date_modified, date_modified_gmt: before?.date_modified_gmt };
    this.#contents.lists[name].set(record.id, { ...record, ...(isDated ? dates : old) });
    if (name === 'variations') this.#touchProduct(parent, isDated ? dates : {});
    if (!isLost) this.#note(rowKinds[name], record.id, parent);
  }

  /** Returns whether the plugin writes no row about a change, since the database refuses it. */
  #isLost(): boolean {
    const isLost = this.#random() < this.traits.losesRows;
    if (isLost) this.lost += 1;
    return isLost;
  }

  /** Sets the password of a customer. */
  setPassword(id: number, password: string): void {
    this.#contents.passwords.set(id, password);
    this.#note('password', id, 0);
  }

  /** Returns the answer of the plugin to a question about a password. */
  checkPassword(login: string, password: string): unknown {
    const isNamed = ({ username, email }: WooRecord) => [username, email].includes(login);
    const user = this.all('customers').find(isNamed);
    if (user?.role !== 'customer' || this.#contents.passwords.get(user.id) !== password)
      return { valid: false };
    const rows = this.#contents.journal.filter(({ kind, id }) => kind === 'password' && id === user.id);
    const row = rows.at(-1)?.number ?? 0;
    return {
      valid: true,
      row,
      user: { id: user.id, login: user.username, email: user.email, role: 'customer' },
    };
  }

  /** Stores a record that no row of the journal names, as a change by SQL. */
  quietly(name: ListName, record: WooRecord): void {
    const before = this.one(name, record.id);
    this.#contents.lists[name].set(record.id, { ...before, ...record });
  }

  /** Deletes a record that no row of the journal names. */
  loseQuietly(name: ListName, id: number): void {
    this.#contents.lists[name].delete(id);
  }

  /** Deletes a record for good. Variations go with their product. */
  delete(name: ListName, id: number): void {
    const record = this.one(name, id);
    if (!record) return;
    const parent = Number(record.parent_id ?? record.attribute_id ?? record.product_id ?? 0);
    if (name === 'products') for (const one of this.#variationsOf(id)) this.delete('variations', one.id);
    const isLost = this.#isLost();
    if (!isLost) this.#note(rowKinds[name], id, parent);
    this.#contents.lists[name].delete(id);
    if (name === 'variations') this.#touchProduct(parent, {});
    if (!isLost) this.#note(rowKinds[name], id, parent);
  }

  /** Returns a copy of all data, with the journal. */
  backup(): unknown {
    return structuredClone(this.#contents);
  }

  /** Replaces all data by those of a backup, as if nothing had happened since. */
  restore(backup: unknown): void {
    this.#contents = structuredClone(backup) as Contents;
  }

  /** Removes the rows of the journal up to a number. */
  forgetRows(upTo: number): void {
    const kept = this.#contents.journal.filter(({ number }) => number > upTo);
    this.#contents.journal.splice(0, this.#contents.journal.length, ...kept);
  }

  #variationsOf(product: number): WooRecord[] {
    return this.all('variations').filter((one) => one.parent_id === product);
  }

  /** Updates what a product shows of its variations. */
  #touchProduct(id: number, dates: object): void {
    const product = this.one('products', id);
    if (!product) return;
    const variations = this.#variationsOf(id).map((one) => one.id);
    this.#contents.lists.products.set(id, { ...product, ...dates, variations });
  }

  #note(kind: string, id: number, parent: number): void {
    const number = ++this.#contents.lastNumber;
    const time = this.#now();
    const stamp = Math.floor(this.#random() * 2 ** 31);
    const seenFrom = time + (this.#random() < 0.5 ? this.traits.commitDelayS : 0);
    this.#contents.journal.push({ number, kind, id, parent, stamp, time, seenFrom });
  }

  /** Returns what the shop answers to a route: a value, or null if it has no such route or record. */
  answer(path: string, query: URLSearchParams): { readonly value: unknown } | { readonly code: string } {
    if (path === 'wc-cartwright/v1/changes' && this.traits.hasPlugin) return { value: this.#changes(query) };
    if (path === 'wc-cartwright/v1/checkouts' && this.traits.hasPlugin)
      return { value: { checkouts: this.#checkouts(query.get('ids')?.split(',') ?? []) } };
    const fixed = this.#contents.settings.get(path);
    if (fixed !== undefined) return { value: fixed };
    const [, attribute] = /^wc\/v3\/products\/attributes\/(\d+)\/terms$/.exec(path) ?? [];
    if (attribute !== undefined)
      return { value: this.all('terms').filter((one) => one.attribute_id === Number(attribute)) };
    const [, product] = /^wc\/v3\/products\/(\d+)\/variations$/.exec(path) ?? [];
    if (product !== undefined) return { value: this.#variationsOf(Number(product)) };
    const name = (Object.keys(routes) as ListName[]).find((one) => routes[one] === path);
    if (name) return { value: this.#filtered(name, query) };
    return this.#single(path);
  }

  #single(path: string): { readonly value: unknown } | { readonly code: string } {
    const [, route = '', id = ''] = /^(.*)\/(\d+)$/.exec(path) ?? [];
    const name = (Object.keys(routes) as ListName[]).find((one) => routes[one] === route);
    if (!name) return { code: 'rest_no_route' };
    const variation = name === 'products' ? this.one('variations', Number(id)) : undefined;
    const value = this.one(name, Number(id)) ?? (variation && { ...variation, type: 'variation' });
    return value ? { value } : { code: 'woocommerce_rest_record_invalid_id' };
  }

  #filtered(name: ListName, query: URLSearchParams): unknown[] {
    const numbers = (parameter: string) => query.get(parameter)?.split(',').map(Number);
    const include = numbers('include');
    const parent = numbers('parent');
    const after = query.get('modified_after');
    const written = query.get('after');
    const term = { category: 'categories', tag: 'tags', brand: 'brands', attribute_term: '' } as const;
    const found = this.all(name).filter((one) => {
      if ((one.status === 'trash') !== (query.get('status') === 'trash')) return false;
      if (!isLater(one.date_created_gmt, written) || !isLater(one.date_modified_gmt, after)) return false;
      if (include && !include.includes(one.id)) return false;
      if (parent && !parent.includes(Number(one.parent_id))) return false;
      if (name === 'customers' && query.get('role') === null && one.role !== 'customer') return false;
      return Object.entries(term).every(([parameter, member]) => {
        const id = query.get(parameter);
        const terms = one[member];
        return id === null || (Array.isArray(terms) && terms.some((each) => each.id === Number(id)));
      });
    });
    const modified = (one: WooRecord) => String(one.date_modified_gmt);
    if (query.get('orderby') === 'modified')
      found.sort((a, b) => modified(b).localeCompare(modified(a)) || b.id - a.id);
    const fields = query.get('_fields')?.split(',');
    if (!fields) return found;
    return found.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]])));
  }

  /** Returns the order of each checkout that counts: one that is placed before others, then the newest. */
  #checkouts(ids: readonly string[]): unknown[] {
    const isPlaced = ({ status }: WooRecord) =>
      !['pending', 'failed', 'cancelled', 'checkout-draft'].includes(String(status));
    return ids.flatMap((id) => {
      const orders = this.all('orders').filter(
        ({ status, meta_data: meta }) =>
          status !== 'trash' && Array.isArray(meta) && meta.some(({ value }) => value === id),
      );
      const counting = orders.findLast(isPlaced) ?? orders.at(-1);
      return counting ? [{ id, order: counting.id, status: counting.status }] : [];
    });
  }

  #changes(query: URLSearchParams): unknown {
    const now = this.#now();
    const [after, stamp, clock] = ['after', 'stamp', 'clock'].map((name) => Number(query.get(name)));
    const rows = this.#contents.journal.filter(({ seenFrom }) => seenFrom <= now);
    const last = rows.at(-1);
    const next = (row: Row | undefined) => ({ after: row?.number ?? 0, stamp: row?.stamp ?? 0 });
    const isKnown = rows.some((row) => row.number === after && row.stamp === stamp);
    const head = { plugin: '1.0.0', clock: now, more: false, changes: [] as unknown[] };
    if (!isKnown) return { ...head, everything: after === 0 ? 'first' : 'restored', next: next(last) };
    const since = (clock ? Math.min(clock, now) : now) - 60;
    const fresh = rows.filter(({ number }) => number > (after ?? 0)).slice(0, 2_000);
    const repeated = rows.filter(({ number, time }) => number <= (after ?? 0) && time >= since);
    const changes = [...repeated, ...fresh].map(({ number, kind, id, parent, time }) => ({
      ...{ number, kind, id, parent, time },
    }));
    const position = fresh.length > 0 ? next(fresh.at(-1)) : { after, stamp };
    return { ...head, everything: null, changes, more: fresh.length === 2_000, next: position };
  }
}

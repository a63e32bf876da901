/** A member that differs between two answers. `there` or `here` is undefined if that answer lacks the member. */
export interface Difference {
  readonly member: string;
  readonly there: unknown;
  readonly here: unknown;
  /** The objects that have the member. Absent for an entry of a list. */
  readonly beside?: { readonly there: Members; readonly here: Members };
}

export type Members = Readonly<Record<string, unknown>>;

/**
 * Names of members that are not compared, because their values differ in every answer. For example,
 * WooCommerce shuffles `related`.
 */
const ignored: ReadonlySet<string> = new Set([
  'cart_key',
  'cart_hash',
  'hash',
  'item_key',
  'nonce',
  'modified',
  'modified_gmt',
  'cart_created',
  'cart_expiring',
  'cart_expires',
  'related',
]);

/** Names of members that contain amounts, in minor units or as decimals. */
const amounts: ReadonlySet<string> = new Set([
  'price',
  'regular_price',
  'sale_price',
  'from',
  'to',
  'subtotal',
  'subtotal_tax',
  'total',
  'total_tax',
  'tax',
  'taxes',
  'fee',
  'fee_total',
  'fee_tax',
  'discount_total',
  'discount_tax',
  'shipping_total',
  'shipping_tax',
  'cost',
  'saving',
]);

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the entries of a list; null if the value is no list. An object with item keys as names counts as a
 * list, because item keys always differ between shops.
 */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[0-9a-f]{32}$/.test(name)) ? Object.values(value) : null;
}

/** Returns how many decimals the currency of an answer has; two if the answer names no currency. */
export function decimalsOf(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 2;
  const own = (answer as Members).currency_minor_unit;
  if (typeof own === 'number') return own;
  for (const value of Object.values(answer)) {
    if (typeof value !== 'object' || value === null) continue;
    const found =
      (value as Members).currency_minor_unit ??
      (value as { currency?: Members }).currency?.currency_minor_unit;
    if (typeof found === 'number') return found;
  }
  return 2;
}

/**
 * Returns an amount rounded to the minor unit, because CoCart writes some amounts as long decimals. WooCommerce rounds
 * displayed amounts in the same way: to 15 digits, then half away from zero. Returns null if the value is no number.
 */
function rounded(value: unknown, decimals: number): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
  if (!isNumber) return null;
  const scaled = Number((Number(value) * 10 ** decimals).toPrecision(15));
  return Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5);
}

/** Compares answers of two sites and ignores their addresses. */
export class Comparison {
  readonly #roots: readonly string[];

  /** `roots` are the URLs of the two sites. A URL may include a path. */
  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /**
   * Returns every difference between two answers. A member is named by its path, such as `items[].totals.total`.
   * Amounts are compared with `decimals` decimals.
   */
  differences(there: unknown, here: unknown, decimals = decimalsOf(there)): Difference[] {
    return [...this.#between('', there, here, decimals, undefined)];
  }

  *#between(
    member: string,
    there: unknown,
    here: unknown,
    decimals: number,
    beside: Difference['beside'],
  ): Generator<Difference> {
    const [old, own] = [listOf(there), listOf(here)];
    if (old && own) yield* this.#lists(member, old, own, decimals);
    else if (isObject(there) && isObject(here)) yield* this.#objects(member, there, here, decimals);
    else if (!this.#isAlike(member, there, here, decimals)) {
      yield { member, there, here, ...(beside && { beside }) };
    }
  }

  *#objects(member: string, there: Members, here: Members, decimals: number): Generator<Difference> {
    for (const name of new Set([...Object.keys(there), ...Object.keys(here)])) {
      if (ignored.has(name)) continue;
      const path = member === '' ? name : `${member}.${name}`;
      yield* this.#between(path, there[name], here[name], decimals, { there, here });
    }
  }

  /**
   * Compares the entries with the same id, code or coupon in two lists, and the order of these entries. An
   * entry that only one list has is one difference.
   */
  *#lists(
    member: string,
    there: readonly unknown[],
    here: readonly unknown[],
    decimals: number,
  ): Generator<Difference> {
    const [old, own] = [named(there), named(here)];
    for (const [name, value] of old) {
      yield* this.#between(`${member}[]`, value, own.get(name), decimals, undefined);
    }
    for (const [name, value] of own) {
      if (!old.has(name)) yield { member: `${member}[]`, there: undefined, here: value };
    }
    const inBoth = [
      [...old.keys()].filter((name) => own.has(name)),
      [...own.keys()].filter((name) => old.has(name)),
    ];
    const [oldOrder, ownOrder] = inBoth.map((names) => names.join(', '));
    if (oldOrder !== ownOrder) yield { member: `${member}[] (order)`, there: oldOrder, here: ownOrder };
  }

  #isAlike(member: string, there: unknown, here: unknown, decimals: number): boolean {
    if (Object.is(there, here)) return true;
    if (typeof there !== typeof here) return false;
    const name = member.slice(member.lastIndexOf('.') + 1);
    if (amounts.has(name)) {
      const amount = rounded(there, decimals);
      return amount !== null && amount === rounded(here, decimals);
    }
    return typeof there === 'string' && this.#plain(there) === this.#plain(String(here));
  }

  /** Returns a text without site URLs and cart keys. */
  #plain(text: string): string {
    let plain = text;
    for (const root of this.#roots) plain = plain.replaceAll(root, '');
    return (
      plain
        .replaceAll(/https?:\/\/[^/\s"'<>?#]+/g, '')
        // Turns a route in the query into a path. WordPress writes such routes with and without `index.php`.
        .replaceAll(/(?:\/index\.php|\/)?\?rest_route=(?:%2F|\/)([^&#\s"'<>]*)(&?)/g, plainRoute)
        .replaceAll(/cart_key=[^&#\s"'<>]*/g, 'cart_key=')
    );
  }
}

/**
 * Returns the path for a link with its route in the query: `/?rest_route=/cocart/v2/cart` →
 * `/wp-json/cocart/v2/cart`. Sites with plain permalinks write links with `rest_route`.
 */
function plainRoute(_link: string, route: string, further: string): string {
  return `/wp-json/${route.replaceAll('%2F', '/')}${further === '' ? '' : '?'}`;
}

/**
 * Returns the entries of a list by name. The name of an entry is its id, code, coupon or position, or the key of an entry
 * of `meta_data`. If a name repeats, a number is appended.
 */
function named(list: readonly unknown[]): Map<string, unknown> {
  const counts = new Map<string, number>();
  return new Map(
    list.map((value, index) => {
      const { id, code, coupon, key, value: metaValue } = isObject(value) ? value : {};
      const metaKey = metaValue === undefined ? undefined : key;
      const name = String(metaKey ?? id ?? code ?? coupon ?? `#${index + 1}`);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, value];
    }),
  );
}

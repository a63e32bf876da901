import { perPage } from './client.ts';
import type { Difference } from './differences.ts';

/** Two answers that were compared. `there` is the answer of the old shop, `here` the answer of this system. */
export interface Answers {
  /** Path of the request, or the steps of the cart. */
  readonly example: string;
  readonly there: unknown;
  readonly here: unknown;
}

/** A kind of difference that is intended, or a fault of CoCart 4.3.6. */
interface ExpectedKind {
  /** What CoCart does: the first cell of a row in docs/differences.md. */
  readonly reason: string;
  /** Paths of requests, as they are written in the report. */
  readonly path: RegExp;
  readonly member: RegExp;
  /** Returns whether two values differ in exactly this way. */
  readonly fits: (difference: Difference, answers: Answers) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Returns a nested member of an answer, such as `totals.total`. */
function at(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer);
}

/** Returns the path and query of an address, decoded. Two addresses with the same text lead to the same resource. */
function decodedPath(address: unknown): string | null {
  const url = isText(address) ? URL.parse(address) : null;
  if (!url) return null;
  try {
    return decodeURIComponent(url.pathname + url.search);
  } catch {
    return null;
  }
}

const isPlaceholder = (value: unknown) => isText(value) && value.endsWith('/placeholder.svg');
const isOnlyHere = ({ there }: Difference) => there === undefined;
const isOnlyThere = ({ here }: Difference) => here === undefined;

const products = /^v2\/products(\[\]|\/\{id\})$/;
const lists = /^v2\/products\?/;
const terms = /^v2\/products\/(categories|tags|attributes)\[\]$/;
const cart = /^v2\/cart$/;
const steps = /^cart: /;
const everywhere = /^/;

/** Returns the milliseconds of a time without a zone; NaN for anything else. */
const timeOf = (value: unknown) => (isText(value) ? Date.parse(`${value}Z`) : Number.NaN);

/** CoCart adds the offset of the shop's time zone to a local time and to its GMT twin. */
function isShiftedTime({ member, beside }: Difference): boolean {
  const name = member.slice(member.lastIndexOf('.') + 1).replace(/_gmt$/, '');
  const [there, here] = [beside?.there, beside?.here];
  const offset = timeOf(here?.[name]) - timeOf(here?.[`${name}_gmt`]);
  const shift = [name, `${name}_gmt`].map((one) => timeOf(there?.[one]) - timeOf(here?.[one]));
  return offset !== 0 && shift.every((one) => one === offset);
}

/** After `update-customer` the items have no tax, but the totals have. Ours must add up to the totals. */
function isTaxOnlyInTotals({ there, member }: Difference, answers: Answers): boolean {
  const items = { there: valuesOf(at(answers.there, 'items')), here: valuesOf(at(answers.here, 'items')) };
  const total = (name: string) => Number(at(answers.here, `totals.${name}`));
  const areEqual = ['subtotal_tax', 'fee_tax', 'shipping_tax', 'total_tax', 'total'].every(
    (name) => at(answers.there, `totals.${name}`) === at(answers.here, `totals.${name}`),
  );
  const isSubtotal = member.endsWith('.subtotal_tax');
  const expected = isSubtotal
    ? total('subtotal_tax')
    : total('total_tax') - total('shipping_tax') - total('fee_tax');
  const unit = 10 ** Number(at(answers.here, 'currency.currency_minor_unit'));
  const name = isSubtotal ? 'totals.subtotal_tax' : 'totals.tax';
  const sum = items.here.reduce<number>((all, one) => all + Number(at(one, name)) * unit, 0);
  const areZero = items.there.every(
    (one) => at(one, 'totals.tax') === 0 && at(one, 'totals.subtotal_tax') === 0,
  );
  // Where tax is rounded at the subtotal, each item may be half a minor unit away.
  return (
    there === 0 && areEqual && areZero && Math.abs(sum - expected) <= Math.max(0.001, items.here.length / 2)
  );
}

/** Returns the lowest price of a group's products, as CoCart shows it as the regular price. */
const isLowestPriceOfGroup = ({ there, here }: Difference, answers: Answers) =>
  at(answers.there, 'type') === 'grouped' &&
  there === at(answers.there, 'prices.price') &&
  there === at(answers.here, 'prices.price') &&
  Number(here) > Number(there);

/** The price of an item is shown with tax in one shop, and without tax in the other. */
function isOtherTaxDisplay({ there, here, beside }: Difference, answers: Answers): boolean {
  const unit = 10 ** Number(at(answers.here, 'currency.currency_minor_unit'));
  const net = Number(at(beside?.here, 'totals.subtotal'));
  const tax = Number(at(beside?.here, 'totals.subtotal_tax')) * unit;
  const quantity = Number(at(beside?.here, 'quantity.value'));
  const isNear = (price: unknown, sum: number) =>
    Math.abs(Number(price) * quantity - sum) <= quantity / 2 + 1;
  return (
    tax !== 0 &&
    ((isNear(there, net) && isNear(here, net + tax)) || (isNear(there, net + tax) && isNear(here, net)))
  );
}

/**
 * A rate of the old shop has only the last of several taxes. The taxes of the chosen rate are those of the totals, and
 * the same share of the taxes is missing in every rate.
 */
function isLastTax({ there, here, beside }: Difference, answers: Answers): boolean {
  const rates = (answer: unknown) =>
    valuesOf(at(answer, 'shipping.packages')).flatMap((one) => valuesOf(at(one, 'rates')));
  const chosen = (answer: unknown) => rates(answer).find((one) => at(one, 'chosen_method') === true);
  const [old, own] = [Number(at(chosen(answers.there), 'taxes')), Number(at(chosen(answers.here), 'taxes'))];
  const charged = at(answers.there, 'totals.shipping_tax');
  return (
    charged === at(answers.here, 'totals.shipping_tax') &&
    Number(charged) === own &&
    at(beside?.there, 'cost') === at(beside?.here, 'cost') &&
    0 < Number(there) &&
    Number(there) < Number(here) &&
    Math.abs(Number(there) * own - Number(here) * old) <= own + old
  );
}

/** The text of a rate is one minor unit beside cost and tax of the old shop. Ours is what both shops charge. */
function isUnitBeside({ there, here, beside }: Difference): boolean {
  const sum = Number(at(beside?.here, 'cost')) + Number(at(beside?.here, 'taxes'));
  const isSameRate = ['cost', 'taxes'].every((name) => at(beside?.there, name) === at(beside?.here, name));
  const [old, own] = [there, here].map((text) => {
    const [amount = '', ...label] = isText(text) ? text.split(': ').reverse() : [];
    return {
      form: [amount.replace(/\d/g, '#'), ...label].join(),
      units: Number(amount.replace(/\D/g, '')),
    };
  });
  return (
    isSameRate && old?.form === own?.form && own?.units === sum && Math.abs(Number(old?.units) - sum) === 1
  );
}

/** The products of a list, as `compareList` keeps them. */
interface ListedProduct {
  readonly id: unknown;
  readonly type: unknown;
  readonly stockStatus: unknown;
  /** The lowest and the highest price, in major units. */
  readonly lowest: number;
  readonly highest: number;
}
const listed = (answer: unknown) => valuesOf(at(answer, 'records')) as ListedProduct[];

/** The list of this system has exactly these products, and the headers of both lists count their products. */
function isListOf(ids: ReadonlySet<unknown>, { member, there, here }: Difference, answers: Answers): boolean {
  const [old, own] = [listed(answers.there), listed(answers.here)];
  if (own.length !== ids.size || own.some(({ id }) => !ids.has(id))) return false;
  if (member === 'records[]') return true;
  const counted = ({ length }: readonly unknown[]) =>
    member === 'X-WP-Total' ? length : Math.ceil(length / perPage);
  return Number(there) === counted(old) && Number(here) === counted(own);
}

/** The old shop ignores the filter. The list of this system has the products that pass it. */
function isFilteredHereOnly(difference: Difference, answers: Answers): boolean {
  const status = new URLSearchParams(answers.example.split('?')[1]).get('stock_status');
  const passing = listed(answers.there).filter(({ stockStatus }) => stockStatus === status);
  return status !== null && isListOf(new Set(passing.map(({ id }) => id)), difference, answers);
}

/** The list of this system also has the groups whose lowest price is below the range, and the highest above it. */
function hasGroupsAcrossRange(difference: Difference, answers: Answers): boolean {
  const query = new URLSearchParams(answers.example.split('?')[1]);
  const [min, max] = ['min_price', 'max_price'].map((name) => Number(query.get(name) ?? Number.NaN));
  const ids = new Set(listed(answers.there).map(({ id }) => id));
  const further = listed(answers.here).filter(({ id }) => !ids.has(id));
  const isAcross = ({ type, lowest, highest }: ListedProduct) =>
    type === 'grouped' && lowest < (min ?? 0) && highest > (max ?? 0);
  return (
    further.every(isAcross) &&
    isListOf(new Set([...ids, ...further.map(({ id }) => id)]), difference, answers)
  );
}

/** Returns the status and code of an answer. */
const refusal = (answer: unknown) => `${at(answer, 'status')} ${at(answer, 'code')}`;

const areRefusals = (answers: Answers, there: string, here: string) =>
  refusal(answers.there) === there && refusal(answers.here) === here;

/**
 * Every expected kind of difference. `compare` counts these apart and ends with 0 without others. A kind must cover
 * only its own values: any other value of the same member is a difference.
 */
export const expectedKinds: readonly ExpectedKind[] = [
  {
    reason: '`currency_symbol_pos` is `currency_prefix` or `currency_suffix`',
    path: everywhere,
    member: /(^|\.)currency_symbol_pos$/,
    fits: ({ there, here }) =>
      (there === 'currency_prefix' && (here === 'left' || here === 'left_space')) ||
      (there === 'currency_suffix' && (here === 'right' || here === 'right_space')),
  },
  {
    reason: '`_links` have the member `targetHints`, which WordPress adds from 6.7 on',
    path: everywhere,
    member: /(^|\.)_links\.\w+\[\]\.targetHints$/,
    fits: isOnlyThere,
  },
  {
    reason: "`_links` of a product name the shop's page and the parent's page as `permalink`",
    path: products,
    member: /(^|\.)_links\.(collection|up)\[\]\.permalink$/,
    fits: isOnlyThere,
  },
  {
    reason: 'categories, tags and attributes have no `rest_url` and no `_links.up`',
    path: terms,
    member: /^(rest_url|_links\.up)$/,
    fits: isOnlyHere,
  },
  {
    reason: 'an address in `add_to_cart.rest_url` has options as they are, `L/XL`',
    path: products,
    member: /(^|\.)add_to_cart\.rest_url$/,
    fits: ({ there, here }) => decodedPath(there) !== null && decodedPath(there) === decodedPath(here),
  },
  {
    reason: '`add_to_cart.rest_url` of a grouped product is empty',
    path: products,
    member: /^add_to_cart\.rest_url$/,
    fits: ({ there, here }, answers) =>
      there === '' &&
      at(answers.there, 'type') === 'grouped' &&
      isText(here) &&
      here.endsWith(`/v2/cart/add-items?id=${at(answers.there, 'id')}`),
  },
  {
    reason: '`rated_out_of` of a product without ratings is empty',
    path: products,
    member: /(^|\.)rated_out_of$/,
    fits: ({ there, here }) => there === '' && here === 'Rated 0 out of 5',
  },
  {
    reason: '`rating_count` of a product with ratings is 0',
    path: products,
    member: /^rating_count$/,
    fits: ({ there, here, beside }) =>
      there === 0 &&
      Number(here) > 0 &&
      Number(here) <= Number(beside?.there.review_count) &&
      beside?.there.average_rating === beside?.here.average_rating,
  },
  {
    reason: "a product's name has `&amp;` where its author may not write HTML",
    path: everywhere,
    member: /(^|\.)(name|title)$/,
    fits: ({ there, here }) => isText(there) && there.replaceAll('&amp;', '&') === here,
  },
  {
    reason: "times of a product are shifted by the offset of the shop's time zone",
    path: products,
    member: /(^|\.)(dates\.created|date_on_sale\.(from|to))(_gmt)?$/,
    fits: isShiftedTime,
  },
  {
    reason: 'entries of `meta_data` have an `id`, and those whose key begins with a low line are shown too',
    path: products,
    member: /(^|\.)meta_data\[\](\.id)?$/,
    fits: ({ member, there, here }) =>
      here === undefined &&
      (member.endsWith('.id') || (isText(at(there, 'key')) && String(at(there, 'key'))[0] === '_')),
  },
  {
    reason: 'a missing picture is the placeholder of WooCommerce, `[]` for a variation, or empty',
    path: everywhere,
    member: /(^|\.)(images\[\]\.src\.\w+|featured_image(\.\w+)?|image(\.src\.\w+)?|thumbnail)$/,
    fits: ({ there, here }) => {
      const isMissing = isText(there) && /^$|\/woocommerce-placeholder(-\d+x\d+)?\.\w+$/.test(there);
      const isEmpty = Array.isArray(there) && there.length === 0;
      return (
        (isMissing && isPlaceholder(here)) ||
        (isEmpty && valuesOf(here).length > 0 && valuesOf(here).every(isPlaceholder))
      );
    },
  },
  {
    reason: 'a missing size of a picture is replaced by the whole picture',
    path: products,
    member: /(^|\.)(images\[\]\.src|featured_image)\.\w+$/,
    fits: ({ there, here, beside }) => {
      const whole = [beside?.there.full, beside?.here.full].map(decodedPath);
      const sizes = Object.values(beside?.here ?? {}).filter((one) => decodedPath(one) !== whole[1]);
      return (
        whole[0] !== null &&
        whole[0] === whole[1] &&
        decodedPath(there) === whole[0] &&
        sizes.filter((one) => one === here).length > 1
      );
    },
  },
  {
    reason: '`price_range` of variations that cost the same is `{ "from": …, "to": "" }`',
    path: products,
    member: /^prices\.price_range$/,
    fits: ({ there, here, beside }) =>
      at(there, 'to') === '' &&
      at(there, 'from') === beside?.here.price &&
      Array.isArray(here) &&
      here.length === 0,
  },
  {
    reason:
      '`prices.regular_price` of a grouped product is the lowest price, also where this one is a sale price',
    path: products,
    member: /^prices\.regular_price$/,
    fits: isLowestPriceOfGroup,
  },
  {
    reason: '`stock_status`, `virtual`, `max_price=0`, and comma lists of categories and tags have no effect',
    path: lists,
    member: /^(records\[\]|X-WP-Total|X-WP-TotalPages)$/,
    fits: isFilteredHereOnly,
  },
  {
    reason: 'a range of prices finds a grouped product by its lowest and its highest price',
    path: lists,
    member: /^(records\[\]|X-WP-Total|X-WP-TotalPages)$/,
    fits: hasGroupsAcrossRange,
  },
  {
    reason: '`meta.dimensions` of an item without dimensions is an object of empty texts',
    path: cart,
    member: /^items\[\]\.meta\.dimensions$/,
    fits: ({ there, here }) =>
      ['length', 'width', 'height'].every((name) => at(there, name) === '') &&
      Array.isArray(here) &&
      here.length === 0,
  },
  {
    reason: 'after `update-customer` the taxes of the items are 0, though the totals have them',
    path: cart,
    member: /^items\[\]\.totals\.(subtotal_tax|tax)$/,
    fits: isTaxOnlyInTotals,
  },
  {
    reason: 'the `price` of an item is shown with or without tax as in the shop (`tax-in-shop`)',
    path: cart,
    member: /^items\[\]\.price$/,
    fits: isOtherTaxDisplay,
  },
  {
    reason: '`rates[].taxes` of a shipping rate has only the last of several taxes: 0.50 of 0.75',
    path: cart,
    member: /^shipping\.packages\.\w+\.rates\.[\w:]+\.taxes$/,
    fits: isLastTax,
  },
  {
    reason: 'the text of a shipping rate adds its exact cost and its exact tax: 27.0148 and 5.6731 are 32.69',
    path: cart,
    member: /^shipping\.packages\.\w+\.rates\.[\w:]+\.html$/,
    fits: isUnitBeside,
  },
  {
    reason: 'an address lacks `company` where the shop hides this field',
    path: cart,
    member: /^customer\.(billing|shipping)_address\.(billing|shipping)_company$/,
    fits: ({ there, here }) => there === undefined && here === '',
  },
  {
    reason: '`cross_sells` are shuffled, and some are left out where there are more than three',
    path: cart,
    member: /^cross_sells\[\]( \(order\))?$/,
    fits: ({ member }, answers) =>
      member.endsWith('(order)') ||
      [answers.there, answers.here].every((one) => valuesOf(at(one, 'cross_sells')).length === 3),
  },
  {
    reason: '`cross_sells[]` have the stored price, and `average_rating`',
    path: cart,
    member: /^cross_sells\[\]\.(price|regular_price|sale_price|average_rating)$/,
    // The stored price of each product is compared in the lists. Here only the tax of the address may differ.
    fits: ({ member, there, here }) =>
      member.endsWith('.average_rating')
        ? here === undefined
        : Number(there) > 0 && Math.abs(Number(here) / Number(there) - 1) < 0.3,
  },
  {
    reason: 'more than the stock is 405, a product that cannot be bought is 400',
    path: steps,
    member: /^(status|code|message)$/,
    fits: (_, answers) =>
      areRefusals(answers, '405 cocart_quantity_invalid_amount', '404 cocart_not_enough_in_stock'),
  },
  {
    reason: '`update-customer` on an empty cart is 404 `cocart_cart_empty`',
    path: /^cart: country$/,
    member: /^(status|code|message)$/,
    fits: (_, answers) => areRefusals(answers, '404 cocart_cart_empty', '200 undefined'),
  },
  {
    reason: 'a refusal has its own sentence in `message`',
    path: steps,
    member: /^message$/,
    fits: ({ there, here }, answers) =>
      isText(there) &&
      isText(here) &&
      there !== '' &&
      here !== '' &&
      refusal(answers.there) === refusal(answers.here),
  },
];

/** Returns why a difference is expected; null for a difference that is not. */
export function expectedReason(path: string, difference: Difference, answers: Answers): string | null {
  const kind = expectedKinds.find(
    (one) => one.path.test(path) && one.member.test(difference.member) && one.fits(difference, answers),
  );
  return kind?.reason ?? null;
}

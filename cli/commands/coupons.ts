import { Command } from 'commander';
import {
  Coupon,
  couponCode,
  createCoupon,
  deleteCoupon,
  ListedCoupon,
  listCoupons,
  type NewCoupon,
  readCoupons,
} from '#contracts/coupons.ts';
import { type Currency, readSettings, type StoreSettings } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { formattedExact } from '#platform/money/exact.ts';
import { formatted } from '#platform/money/text.ts';
import { pairs, type Sheet } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { readShopTime, zoneOf } from '#platform/time/shop-time.ts';
import { asOneLine } from '#platform/util/text.ts';
import { anyText, emailPattern, id, listOf, oneOf, shortText, wholeNumber } from '../shared/arguments.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';
import { percentText, typedAmount, typedPercentage, typedPrice } from '../shared/values.ts';

interface ListOptions extends PageOptions {
  readonly search?: string;
}

const code = shortText(200);
const units = ', amounts in minor units, per cent in millionths';
const inJson = `as JSON${units}`;

export function couponsCommand(host: Host): Command {
  return new Command('coupons')
    .description('list, show, create and delete coupons')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(createCommand(host))
    .addCommand(deleteCommand(host));
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), ListedCoupon, units)
    .description('list coupons of any status, by code')
    .option('--search <text>', 'only codes with this prefix', code)
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { search = '' } = options;
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listCoupons, { ...place, search });
        return { records: found.coupons, total: found.total };
      });
      const sheet = async () => couponSheet(records, (await bus.request(readSettings, {})).settings.currency);
      await showList(host, options, {
        ...{ member: 'coupons', nouns: ['coupon', 'coupons'], records, total, sheet },
      });
    });
}

function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one coupon with its discount and conditions')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print it ${inJson}`)
    .action(async (given: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const coupon = await couponOf(bus, given);
      if (options.json) return host.out(json({ coupon }));
      const { settings } = await bus.request(readSettings, {});
      host.out(couponText(coupon, settings.currency, Date.now()));
    });
}

/** Returns the coupon with a code. @throws ServiceError `service_coupon_not_exist` if there is no such coupon */
async function couponOf(bus: Bus, code: string): Promise<Coupon> {
  const { coupons } = await bus.request(readCoupons, { codes: [code] });
  const [coupon] = coupons;
  if (!coupon) throw refusal('service_coupon_not_exist', {});
  return coupon;
}

/** Returns the discount of a coupon as text. */
async function benefitOf(bus: Bus, coupon: ListedCoupon): Promise<string> {
  const { settings } = await bus.request(readSettings, {});
  return discountText(coupon, settings.currency);
}

function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description('delete a coupon; carts lose it with a notice')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print what was deleted ${inJson}`)
    .action(async (given: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const coupon = await couponOf(bus, given);
          return `delete the coupon ${coupon.code} (${await benefitOf(bus, coupon)})`;
        },
        act: async (bus) => {
          const { coupon } = await bus.request(deleteCoupon, { code: given });
          if (options.json) return host.out(json({ deleted: true, coupon }));
          host.out(`Coupon ${asOneLine(coupon.code)} deleted: ${await benefitOf(bus, coupon)}\n`);
        },
      });
    });
}

const types = Coupon.shape.discountType.options;

/** Options of `coupons create`. Amounts and times are texts, as the user typed them. */
interface CreateOptions {
  readonly code: string;
  readonly type: Coupon['discountType'];
  readonly amount?: string;
  readonly description?: string;
  readonly expires?: string;
  readonly individualUse?: true;
  readonly freeShipping?: true;
  readonly excludeSaleItems?: true;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly usageLimit?: number;
  readonly usageLimitPerCustomer?: number;
  readonly limitToItems?: number;
  readonly products?: number[];
  readonly excludeProducts?: number[];
  readonly categories?: number[];
  readonly excludeCategories?: number[];
  readonly emails?: string[];
  readonly json?: true;
}

function createCommand(host: Host): Command {
  const ids = 'ids with commas';
  const times = wholeNumber(1);
  return new Command('create')
    .description('create a coupon; carts can use it at once')
    .requiredOption('--code <code>', 'what customers type, in small or capital letters', shortText(200))
    .requiredOption('--type <type>', `what is taken off: ${types.join(', ')}`, oneOf(types))
    .option('--amount <amount>', 'like 5.00, or like 12.5 per cent; of fixed_product, off each piece')
    .option('--description <text>', 'note for managers', anyText(10_000))
    .option(
      '--expires <day>',
      'not good from the beginning of this day on, like 2027-01-31, by the shop’s clock',
    )
    .option('--individual-use', 'cannot be combined with other coupons')
    .option('--free-shipping', 'enables free shipping that requires a coupon')
    .option('--exclude-sale-items', 'no discount on sale items')
    .option('--minimum <amount>', 'minimum cart amount')
    .option('--maximum <amount>', 'maximum cart amount')
    .option('--usage-limit <n>', 'maximum number of uses by all customers', times)
    .option('--usage-limit-per-customer <n>', 'maximum number of uses by one customer', times)
    .option('--limit-to-items <n>', 'maximum number of discounted pieces, most expensive first', times)
    .option('--products <ids>', `only for these, ${ids}; of fixed_cart, for carts with one`, listOf(id))
    .option('--exclude-products <ids>', `not for these; of fixed_cart, for no cart with one`, listOf(id))
    .option('--categories <ids>', 'as --products, for goods in them or below them', listOf(id))
    .option(
      '--exclude-categories <ids>',
      'as --exclude-products, for goods in them or below them',
      listOf(id),
    )
    .option(
      '--emails <addresses>',
      'only for these with commas; * is any run of characters',
      listOf(emailPattern),
    )
    .option('--json', 'print it as JSON, amounts in minor units, per cent in millionths')
    .addHelpText('after', example)
    .action(async ({ json: asJson, ...options }: CreateOptions) => {
      refuseContradictions(options);
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const { coupon } = await bus.request(createCoupon, { coupon: newCoupon(options, settings) });
      host.out(asJson ? json({ coupon }) : couponText(coupon, settings.currency, Date.now()));
    });
}

const example = `
For example ten per cent off carts of 20 euros and more, once for each customer:
  coupons create --code welcome10 --type percent --amount 10 --minimum 20 --usage-limit-per-customer 1
`;

/**
 * Refuses options that contradict each other, before the command connects. @throws Problem for the first contradiction
 */
function refuseContradictions(options: CreateOptions): void {
  const { amount, freeShipping, limitToItems, type } = options;
  if (amount === undefined && !freeShipping) throw new Problem('give --amount or --free-shipping');
  if (amount !== undefined && /^[0.]+$/.test(amount) && !freeShipping)
    throw new Problem(`--amount ${amount} takes nothing off: say how much, or --free-shipping`);
  if (limitToItems !== undefined && type === 'fixed_cart') {
    throw new Problem(
      '--limit-to-items is for percent and fixed_product: fixed_cart is off the cart as a whole',
    );
  }
  const pairs = [
    ['products', options.products, options.excludeProducts],
    ['categories', options.categories, options.excludeCategories],
  ] as const;
  for (const [name, wanted = [], unwanted = []] of pairs) {
    const both = wanted.find((one) => unwanted.includes(one));
    if (both !== undefined)
      throw new Problem(`${both} is in --${name} and in --exclude-${name}: say one of both`);
  }
}

function newCoupon(options: CreateOptions, settings: StoreSettings): NewCoupon {
  const bound = (option: string, text: string | undefined) =>
    text === undefined ? null : typedAmount(option, text, settings.currency);
  const [minimumSpend, maximumSpend] = [
    bound('--minimum', options.minimum),
    bound('--maximum', options.maximum),
  ];
  if (minimumSpend !== null && maximumSpend !== null && minimumSpend > maximumSpend) {
    throw new Problem('--minimum is more than --maximum: no cart is of such an amount');
  }
  return {
    code: couponCode(options.code),
    description: options.description ?? '',
    discountType: options.type,
    ...discountOf(options, settings),
    status: 'publish',
    expires: options.expires === undefined ? null : expiryOf(options.expires, settings),
    individualUse: options.individualUse === true,
    freeShipping: options.freeShipping === true,
    excludesSaleItems: options.excludeSaleItems === true,
    minimumSpend,
    maximumSpend,
    usageCount: 0,
    usageLimit: options.usageLimit ?? null,
    usageLimitPerCustomer: options.usageLimitPerCustomer ?? null,
    usedBy: [],
    usageLimitToItems: options.limitToItems ?? null,
    productIds: options.products ?? [],
    excludedProductIds: options.excludeProducts ?? [],
    categoryIds: options.categories ?? [],
    excludedCategoryIds: options.excludeCategories ?? [],
    allowedEmails: options.emails ?? [],
  };
}

/** Returns the discount of a coupon: in millionths for the type `percent`, otherwise in minor units. */
function discountOf(
  { type, amount: text = '0' }: CreateOptions,
  { currency }: StoreSettings,
): Pick<NewCoupon, 'amount' | 'exact'> {
  const { amount, exact } =
    type === 'percent' ? typedPercentage('--amount', text) : typedPrice('--amount', text, currency);
  return { amount, ...(exact !== undefined && { exact }) };
}

/**
 * Returns when a coupon expires. A date without a time means the first moment of that day. @throws Problem for any
 * other text
 */
function expiryOf(text: string, settings: StoreSettings): Coupon['expires'] {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text;
  const time = readShopTime(moment, zoneOf(settings));
  if (time) return time;
  throw new Problem(
    `--expires takes a day like 2027-01-31, or a time like 2027-01-31T18:00:00 (with Z behind in UTC), not "${text}"`,
  );
}

/** A line about a coupon. A line with an empty text is not printed. */
type Line = readonly [name: string, text: string];

/** Returns the discount of a coupon as text: `10 % off, free shipping`. */
function discountText(coupon: ListedCoupon, currency: Currency): string {
  const { amount, exact, discountType, freeShipping } = coupon;
  const off = {
    percent: `${percentText(amount, exact)} off`,
    fixed_cart: `${formattedExact(amount, exact, currency)} off the cart`,
    fixed_product: `${formattedExact(amount, exact, currency)} off each piece`,
  };
  const given = amount === 0 && exact === undefined && freeShipping ? [] : [off[discountType]];
  return [...given, ...(freeShipping ? ['free shipping'] : [])].join(', ');
}

function usesText({ usageCount, usageLimit }: ListedCoupon): string {
  return usageLimit === null ? String(usageCount) : `${usageCount} of ${usageLimit}`;
}

/** Returns coupons as a table. */
function couponSheet(coupons: readonly ListedCoupon[], currency: Currency): Sheet {
  const rows = coupons.map((one) => [
    one.code,
    discountText(one, currency),
    one.status,
    one.expires?.local ?? 'never',
    usesText(one),
    one.id,
  ]);
  return { headings: ['code', 'gives', 'status', 'expires', 'used', 'id'], rows };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function spendText({ minimumSpend, maximumSpend }: Coupon, currency: Currency): string {
  const from = minimumSpend === null ? '' : `from ${formatted(minimumSpend, currency)}`;
  const to = maximumSpend === null ? '' : `up to ${formatted(maximumSpend, currency)}`;
  return [from, to].filter((part) => part !== '').join(' ');
}

function expiryText({ expires }: Coupon, now: number): string {
  if (!expires) return 'never';
  // The coupon is still valid during the second that `expires` names. So the coupon is over 1,000 ms later.
  const over = Date.parse(`${expires.utc}Z`) + 1_000 <= now ? ', which is over' : '';
  return `${expires.local} by the shop's clock${over}`;
}

function usedText({ usageCount, usageLimit }: Coupon): string {
  if (usageLimit === null) return `${times(usageCount)}, without a limit`;
  return `${times(usageCount)} of at most ${usageLimit}${usageCount >= usageLimit ? ', so no more' : ''}`;
}

/**
 * Returns lines that say for which goods the coupon is valid: products, categories, goods on sale. The conditions of a
 * fixed cart discount are about the whole cart. The conditions of other discounts are about each item.
 */
function productLines(coupon: Coupon): Line[] {
  const ofCart = coupon.discountType === 'fixed_cart';
  const wanted = (ids: readonly number[]) => (ofCart ? 'carts with one of ' : 'only ') + ids.join(', ');
  const unwanted = (ids: readonly number[]) => (ofCart ? 'no cart with one of ' : 'not ') + ids.join(', ');
  const line = (name: string, ids: readonly number[], text: (ids: readonly number[]) => string): Line => [
    name,
    ids.length === 0 ? '' : text(ids),
  ];
  return [
    ['sale', coupon.excludesSaleItems ? (ofCart ? 'no cart with goods on sale' : 'not goods on sale') : ''],
    line('products', coupon.productIds, wanted),
    line('no products', coupon.excludedProductIds, unwanted),
    line('categories', coupon.categoryIds, (ids) => `${wanted(ids)}, and those below`),
    line('no categories', coupon.excludedCategoryIds, (ids) => `${unwanted(ids)}, and those below`),
  ];
}

/** Returns text about a coupon with all its conditions. `now` is in Unix milliseconds. */
export function couponText(coupon: Coupon, currency: Currency, now: number): string {
  const { usageLimitPerCustomer: perCustomer, usageLimitToItems: pieces } = coupon;
  const lines: Line[] = [
    ['code', coupon.code],
    ['id', String(coupon.id)],
    ['description', coupon.description],
    ['gives', discountText(coupon, currency)],
    ['status', coupon.status === 'publish' ? 'publish' : `${coupon.status}: good for no cart`],
    ['expires', expiryText(coupon, now)],
    ['used', usedText(coupon)],
    ['each customer', perCustomer === null ? '' : `at most ${times(perCustomer)}`],
    ['pieces', pieces === null ? '' : `at most ${pieces} of a cart, the dearest first`],
    ['carts', spendText(coupon, currency)],
    ['beside others', coupon.individualUse ? 'no: it replaces them, and takes none beside it' : ''],
    ...productLines(coupon),
    ['e-mails', coupon.allowedEmails.join(', ')],
  ];
  return pairs(lines.filter(([, text]) => text !== ''));
}

import { Command } from 'commander';
import { Coupon, couponCode, createCoupon, type NewCoupon } from '#contracts/coupons.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { readShopTime, zoneOf } from '#platform/time/shop-time.ts';
import { typedAmount, typedPercentage, typedPrice } from '../amounts.ts';
import type { Host } from '../host.ts';
import { couponText } from '../output/coupons.ts';
import { json } from '../output/json.ts';
import { anyText, emailPattern, id, listOf, oneOf, shortText, wholeNumber } from './arguments.ts';

const types = Coupon.shape.discountType.options;

/** Options of `coupons create`. Amounts and times are texts, as the user typed them. */
interface Options {
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

/** Returns the command `coupons create`, which creates a coupon. Carts can use the coupon at once. */
export function createCommand(host: Host): Command {
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
    .action(async ({ json: asJson, ...options }: Options) => {
      refuseContradictions(options);
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const { coupon } = await bus.request(createCoupon, { coupon: couponOf(options, settings) });
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
function refuseContradictions(options: Options): void {
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

function couponOf(options: Options, settings: StoreSettings): NewCoupon {
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
  { type, amount: text = '0' }: Options,
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

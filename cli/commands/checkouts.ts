import { Command, Option } from 'commander';
import { CheckoutRecord, CheckoutState, listCheckouts, showCheckout } from '#contracts/checkouts.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { decimalText } from '#platform/money/text.ts';
import { pairs, type Sheet } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { shortText } from '../shared/arguments.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';

const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns the command `checkouts`, which shows checkouts and what has become of them. */
export function checkoutsCommand(host: Host): Command {
  return new Command('checkouts')
    .description('show checkouts and what has become of them (docs/checkout.md)')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host));
}

/** Returns the reply of connect. @throws Problem if the system has no connection to WooCommerce */
async function asked<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
    const message = 'no replica of connect answers: are WOOCOMMERCE_URL and its key pair set?';
    throw new Problem(message, 'unavailable');
  }
}

interface ListOptions extends PageOptions {
  readonly state?: CheckoutState;
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), CheckoutRecord, ', amounts in minor units')
    .description('list checkouts, newest first')
    .addOption(new Option('--state <state>', 'only these').choices(CheckoutState.options))
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { state = null } = options;
      const { records, total } = await readPages(options, async (place) => {
        const found = await asked(bus.request(listCheckouts, { state, ...place }));
        return { records: found.checkouts, total: found.total };
      });
      const sheet = () => sheetOf(records);
      await showList(host, options, {
        ...{ member: 'checkouts', nouns: ['checkout', 'checkouts'], records, total, sheet },
      });
    });
}

function sheetOf(checkouts: readonly CheckoutRecord[]): Sheet {
  return {
    headings: ['id', 'begun', 'state', 'total', 'order', 'status', 'customer'],
    rows: checkouts.map((one) => [
      ...[one.id, timeText(one.begunAt), one.state, totalText(one), String(one.order ?? '')],
      ...[one.orderStatus, String(one.customer ?? 'guest')],
    ]),
  };
}

function totalText({ total, minorUnit, currency }: CheckoutRecord): string {
  return `${decimalText(total, minorUnit)} ${currency}`;
}

function showCommand(host: Host): Command {
  return new Command('show')
    .description('show a checkout')
    .argument('<reference>', 'id of the checkout, or of its order in WooCommerce', shortText(64))
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async (reference: string, options: { readonly json?: true }) => {
      await using bus = await host.connect();
      const { checkout } = await asked(bus.request(showCheckout, { reference }));
      host.out(options.json ? json({ checkout }) : textOf(checkout));
    });
}

function textOf(one: CheckoutRecord): string {
  const { difference, minorUnit, currency } = one;
  const shop = difference && `${decimalText(difference.total, minorUnit)} ${currency} (${difference.cause})`;
  return pairs([
    ['id', one.id],
    ['state', one.state],
    ['begun', timeText(one.begunAt)],
    ['changed', timeText(one.changedAt)],
    ['over at', timeText(one.expiresAt)],
    ['items', String(one.lines)],
    ['total', totalText(one)],
    ...(shop ? [['WooCommerce', shop] as const] : []),
    ['customer', String(one.customer ?? 'guest')],
    ['order', one.order === null ? 'none' : `${one.order} (${one.orderStatus})`],
    ['out of cart', one.taken ? 'yes' : 'no'],
    ...(one.trouble ? [['trouble', one.trouble] as const] : []),
  ]);
}

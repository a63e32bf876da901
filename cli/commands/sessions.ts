import { Command, InvalidArgumentError } from 'commander';
import { type Cart, type CartLine, isCustomerKey } from '#contracts/cart.ts';
import {
  deleteSession,
  listSessions,
  readSession,
  SessionOrder,
  SessionRecord,
} from '#contracts/sessions.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { formatted } from '#platform/money/text.ts';
import { noticeSentence } from '#platform/sentences/notices.ts';
import { pairs, type Sheet, tableOf } from '#platform/terminal/table.ts';
import { briefDuration, duration, json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import { oneOf, shortText } from '../shared/arguments.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';
import { addressText, joined } from '../shared/values.ts';

interface ListOptions extends PageOptions {
  readonly order: 'asc' | 'desc';
  readonly orderby: SessionOrder;
  readonly search?: string;
  readonly guest?: true;
  /**
   * If this is a customer's id, only the cart of this customer is listed. If this is true, the carts of all customers
   * are listed. If absent, the option has no effect.
   */
  readonly customer?: string | true;
}

export function sessionsCommand(host: Host): Command {
  return new Command('sessions')
    .description('list, show and delete carts')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(deleteCommand(host));
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), SessionRecord, ', amounts in minor units')
    .description('list carts, last changed first')
    .option('--order <order>', 'asc or desc', oneOf(['asc', 'desc']), 'desc')
    .option('--orderby <time>', `${SessionOrder.options.join(', ')}`, oneOf(SessionOrder.options), 'updated')
    .option('--search <text>', 'only keys or e-mails with this prefix, at most 1,000', shortText(200))
    .option('--guest', "only guests' carts")
    .option('--customer [id]', "only customers' carts, or this customer's cart", customerId)
    .action(async (options: ListOptions) => {
      const { orderby, order, search = '', guest, customer } = options;
      if (guest && customer) throw new Problem('--guest and --customer exclude each other');
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listSessions, {
          ...{ ...place, orderby, search, descending: order === 'desc' },
          owner: guest ? 'guest' : customer ? 'customer' : null,
          customer: typeof customer === 'string' ? customer : null,
        });
        return {
          records: [...found.sessions, ...(await readRemaining(bus, found.left))],
          total: found.total,
        };
      });
      const sheet = () => sessionSheet(records, Date.now());
      await showList(host, options, {
        ...{ member: 'sessions', nouns: ['cart', 'carts'], records, total, sheet },
      });
    });
}

/**
 * Reads the carts with these keys, which did not fit into the NATS message of their page. Leaves out expired
 * carts.
 */
async function readRemaining(bus: Bus, keys: readonly string[]): Promise<SessionRecord[]> {
  const sessions: SessionRecord[] = [];
  for (const key of keys) {
    const reply = await bus.request(readSession, { key }).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'service_cart_in_session_not_valid') return null;
      throw error;
    });
    if (reply) sessions.push(reply.session);
  }
  return sessions;
}

function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one cart with its items, customer and totals')
    .argument('<key>', 'key of the cart: as the list has it, or the id of a customer', cartKey)
    .option('--json', 'print it as JSON, amounts in minor units')
    .action(async (key: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { session } = await bus.request(readSession, { key });
      host.out(options.json ? json({ session }) : sessionText(session, Date.now(), host.width));
    });
}

function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description('delete a cart of any owner; its key then opens an empty cart')
    .argument('<key>', 'key of the cart', cartKey)
    .option('--json', 'print the result as JSON')
    .action(async (key: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { owner, cart } = (await bus.request(readSession, { key })).session;
          const { itemCount } = cart;
          return `delete the cart ${key} of a ${owner} with ${itemCount} ${itemCount === 1 ? 'item' : 'items'}`;
        },
        act: async (bus) => {
          const { deleted } = await bus.request(deleteSession, { key });
          host.out(options.json ? json({ deleted, key }) : `Cart ${key} deleted\n`);
        },
      });
    });
}

/** Returns a cart key in lower case, because keys are stored in lower case. */
function cartKey(text: string): string {
  return shortText(200)(text).trim().toLowerCase();
}

function customerId(text: string): string {
  if (isCustomerKey(text)) return text;
  throw new InvalidArgumentError("It must be a customer's id.");
}

/** Maximum number of characters that are shown of a name. */
const shownName = 40;
/** Maximum number of characters that are shown of the data of a line or an extension. */
const shownData = 200;

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** Returns Unix milliseconds as UTC text without fractions of a second. */
function moment(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1_000));
}

function ago(ms: number, now: number): string {
  return `${moment(ms)}, ${duration(seconds(now - ms))} ago`;
}

/** Returns name and e-mail address from the billing address of a cart. Missing parts are left out. */
function person({ customer: { billing } }: Cart): string {
  const name = joined([billing.firstName, billing.lastName], ' ');
  return joined([shortened(name, shownName), billing.email], ', ');
}

/** Returns carts as a table. Age, idle time and time to expiry are counted from `now`, in Unix milliseconds. */
function sessionSheet(sessions: readonly SessionRecord[], now: number): Sheet {
  const rows = sessions.map(({ key, owner, cart, createdAt, updatedAt, expiresAt }) => [
    key,
    cart.itemCount,
    formatted(cart.totals.total, cart.currency),
    briefDuration(seconds(now - createdAt)),
    briefDuration(seconds(now - updatedAt)),
    briefDuration(seconds(expiresAt - now)),
    owner,
    person(cart),
  ]);
  const headings = ['key', 'items', 'value', 'age', 'idle', 'left', 'owner', 'for'];
  return { headings, rows, spare: ['left', 'age', 'owner'] };
}

function lineName({ name, variation, itemData }: CartLine): string {
  const chosen = Object.entries(variation).map(([label, option]) => `${label}: ${option}`);
  const data = Object.keys(itemData).length > 0 ? shortened(JSON.stringify(itemData), shownData) : '';
  return joined([name, chosen.join(', '), data], '; ');
}

function linesText({ lines, currency }: Cart, columns: number): string {
  const rows = lines.map((line) => [
    line.variationId || line.productId,
    line.sku,
    lineName(line),
    line.quantity,
    formatted(line.unitPrice, currency),
    formatted(line.total + line.tax, currency),
  ]);
  const headings = ['id', 'SKU', 'item', 'quantity', 'price', 'total'];
  return tableOf({ headings, rows, spare: ['SKU', 'id', 'price'] }, columns);
}

/** Returns lines with a cart's net amounts, taxes and total. Shipping and taxes of zero are left out. */
function totalsText({ totals, currency, coupons, fees, taxes }: Cart): string {
  const amount = (value: number) => formatted(value, currency);
  const given = (name: string, value: number) => (value === 0 ? [] : [[name, amount(value)] as const]);
  const codes = coupons.map(({ code }) => code).join(', ');
  return pairs([
    ['subtotal', amount(totals.subtotal)],
    ...(codes === '' ? [] : [[`coupon ${asOneLine(codes)}`, amount(-totals.discount)] as const]),
    ...given('shipping', totals.shipping),
    ...fees.map(({ name, total }) => [asOneLine(name), amount(total)] as const),
    // In a store that shows gross prices, carts do not list single taxes, so this line shows the sum of all
    // taxes.
    ...(taxes.length === 0 ? given('tax', totals.totalTax) : []),
    ...taxes.flatMap((tax) => given(asOneLine(tax.label), tax.amount + tax.shippingAmount)),
    ['total', amount(totals.total)],
  ]);
}

/**
 * Returns text about a cart: owner, contents and totals. `now` is in Unix milliseconds. `columns` is the width of the
 * terminal; 0 if the output is no terminal.
 */
function sessionText(session: SessionRecord, now: number, columns: number): string {
  const { key, owner, createdAt, updatedAt, expiresAt, cart } = session;
  const { billing, shipping } = cart.customer;
  const head = pairs([
    ['key', key],
    ['owner', owner],
    ['revision', String(cart.revision)],
    ['created', ago(createdAt, now)],
    ['changed', ago(updatedAt, now)],
    ['expires', `${moment(expiresAt)}, in ${duration(seconds(expiresAt - now))}`],
    ['e-mail', billing.email],
    ['phone', billing.phone],
    ['billing', addressText(billing)],
    ['shipping', addressText(shipping)],
    ...(cart.removed.length > 0
      ? [['taken out', cart.removed.map(({ name }) => name).join(', ')] as const]
      : []),
    ...Object.entries(cart.extensions).map(
      ([namespace, kept]) => [namespace, shortened(JSON.stringify(kept), shownData)] as const,
    ),
    ...cart.notices.map((notice) => [notice.kind, noticeSentence(notice)] as const),
  ]);
  const lines = cart.lines.length > 0 ? linesText(cart, columns) : 'Nothing is in it.\n';
  return [head, lines, totalsText(cart)].join('\n');
}

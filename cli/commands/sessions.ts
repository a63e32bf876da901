import { Command, InvalidArgumentError } from 'commander';
import { isCustomerKey } from '#contracts/cart.ts';
import {
  deleteSession,
  listSessions,
  readSession,
  SessionOrder,
  SessionRecord,
} from '#contracts/sessions.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Bus } from '../bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../confirmation.ts';
import type { Host } from '../host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../lists.ts';
import { json } from '../output/json.ts';
import { sessionSheet, sessionText } from '../output/sessions.ts';
import { oneOf, shortText } from './arguments.ts';

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

/** Returns the command `sessions`, which manages the carts of guests and customers. */
export function sessionsCommand(host: Host): Command {
  return new Command('sessions')
    .description('list, show and delete carts')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(deleteCommand(host));
}

/** Returns the command `sessions list`, which lists carts, last changed first. */
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

/** Returns the command `sessions show KEY`, which shows a cart with its lines, address and totals. */
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

/** Returns the command `sessions delete KEY`, which deletes a cart of any owner. */
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

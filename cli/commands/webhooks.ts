import { Command, InvalidArgumentError } from 'commander';
import { EventType } from '#contracts/events.ts';
import {
  createWebhook,
  Delivery,
  DeliveryState,
  deleteWebhook,
  hasCredentials,
  ListedWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  testWebhook,
  type Webhook,
} from '#contracts/webhooks.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { pairs, type Sheet } from '#platform/terminal/table.ts';
import { duration, json } from '#platform/terminal/text.ts';
import { listOf, oneOf, shortText } from '../shared/arguments.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import {
  type ListOptions,
  listOptions,
  type PageOptions,
  pageOptions,
  readPages,
  showList,
} from '../shared/lists.ts';

export function webhooksCommand(host: Host): Command {
  return new Command('webhooks')
    .description('send events of the shop to other systems (docs/webhooks.md)')
    .addCommand(createCommand(host))
    .addCommand(listCommand(host))
    .addCommand(testCommand(host))
    .addCommand(deliveriesCommand(host))
    .addCommand(replayCommand(host))
    .addCommand(deleteCommand(host));
}

/** Parses the URL of a receiver. */
function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol) || text.length > 2_000) {
    throw new InvalidArgumentError('It must be an address like https://erp.example/events.');
  }
  // Not an `InvalidArgumentError`, because commander would print the URL with its credentials.
  if (hasCredentials(text)) {
    throw new Problem('The URL must not contain credentials: the signature authenticates the sender.');
  }
  return text;
}

const webhookId = shortText(60);

interface CreateOptions {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description?: string;
  readonly json?: true;
}

function createCommand(host: Host): Command {
  return new Command('create')
    .description('send events to a URL from now on; the signing secret is shown only now')
    .requiredOption('--url <address>', 'where to', address)
    .option(
      '--events <types>',
      `which, with commas between them; all when not said: ${EventType.options.join(', ')}`,
      listOf(oneOf(EventType.options)),
      [],
    )
    .option('--description <text>', 'what it is for', shortText(200))
    .option('--json', 'print it as JSON')
    .action(async ({ url, events, description = '', json: asJson }: CreateOptions) => {
      await using bus = await host.connect();
      const made = await bus.request(createWebhook, { url, types: [...events], description });
      host.out(asJson ? json(made) : newWebhookText(made.webhook, made.secret));
    });
}

function listCommand(host: Host): Command {
  return listOptions(new Command('list'), ListedWebhook)
    .description('list webhooks with their waiting and dead deliveries')
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { webhooks: records } = await bus.request(listWebhooks, {});
      const sheet = () => webhookSheet(records);
      await showList(host, options, {
        ...{ member: 'webhooks', nouns: ['webhook', 'webhooks'], records, sheet },
      });
    });
}

/**
 * Returns the command `webhooks test ID`, which sends a `webhook.test` event. The command fails if the receiver does
 * not accept the event.
 */
function testCommand(host: Host): Command {
  return new Command('test')
    .description('send a test event and show the result')
    .argument('<id>', 'id of the webhook', webhookId)
    .option('--json', 'print the result as JSON')
    .action(async (webhook: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const tried = await bus.request(testWebhook, { webhook });
      if (options.json) host.out(json(tried));
      if (!tried.delivered) throw new Problem(`The test was not delivered: ${tried.problem}.`, 'failed');
      if (!options.json) host.out(`The receiver took the test and answered ${tried.status}\n`);
    });
}

interface DeliveriesOptions extends PageOptions {
  readonly state?: DeliveryState;
}

function deliveriesCommand(host: Host): Command {
  return pageOptions(new Command('deliveries'), Delivery)
    .description('list deliveries with their results, newest first')
    .argument('<id>', 'id of the webhook', webhookId)
    .option('--state <state>', DeliveryState.options.join(', '), oneOf(DeliveryState.options))
    .action(async (webhook: string, options: DeliveriesOptions) => {
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const asked = { ...place, webhook, state: options.state ?? null };
        const found = await bus.request(listDeliveries, asked);
        return { records: found.deliveries, total: found.total };
      });
      const sheet = () => deliverySheet(records, Date.now());
      await showList(host, options, {
        ...{ member: 'deliveries', nouns: ['delivery', 'deliveries'], records, total, sheet },
      });
    });
}

function replayCommand(host: Host): Command {
  return new Command('replay')
    .description('retry one delivery, or all dead ones')
    .argument('<id>', 'id of the webhook', webhookId)
    .argument('[delivery]', 'id of one delivery, in whatever state it is', shortText(60))
    .option('--json', 'print the number as JSON')
    .action(async (webhook: string, delivery: string | undefined, options: { json?: true }) => {
      await using bus = await host.connect();
      let replayed = 0;
      for (;;) {
        const asked = { webhook, delivery: delivery ?? null };
        const { replayed: more } = await bus.request(replayDeliveries, asked);
        replayed += more;
        if (delivery !== undefined || more === 0) break;
      }
      if (delivery !== undefined && replayed === 0)
        throw new Problem('There is no such delivery.', 'not_found');
      if (options.json) return host.out(json({ replayed }));
      host.out(`${replayed} ${replayed === 1 ? 'delivery is' : 'deliveries are'} tried again\n`);
    });
}

function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description('delete a webhook with its deliveries')
    .argument('<id>', 'id of the webhook', webhookId)
    .option('--json', 'print the deleted webhook as JSON')
    .action(async (id: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { webhooks } = await bus.request(listWebhooks, {});
          const found = webhooks.find((one) => one.id === id);
          if (!found) throw refusal('service_webhook_not_found', {});
          const { url, waiting } = found;
          const lost = `${waiting} waiting ${waiting === 1 ? 'delivery' : 'deliveries'}`;
          return `delete the webhook ${id} to ${url} with ${lost}`;
        },
        act: async (bus) => {
          const { webhook } = await bus.request(deleteWebhook, { webhook: id });
          host.out(options.json ? json({ webhook }) : `Webhook ${webhook.id} deleted\n`);
        },
      });
    });
}

/** Returns webhooks as a table. */
function webhookSheet(
  webhooks: readonly (Webhook & { readonly waiting: number; readonly dead: number })[],
): Sheet {
  const rows = webhooks.map(({ id, waiting, dead, types, url, description }) => [
    ...[id, waiting, dead, types.join(', ') || 'all', url, description],
  ]);
  const headings = ['id', 'waiting', 'dead', 'events', 'address', 'description'];
  return { headings, rows, spare: ['description', 'events'] };
}

/** Returns text that shows a new webhook and its signing secret. The secret is shown only once. */
function newWebhookText({ id, url, types }: Webhook, secret: string): string {
  return pairs([
    ['id', id],
    ['address', url],
    ['events', types.join(', ') || 'all'],
    ['secret', secret],
  ]).concat('\nNobody can show the secret again.\n');
}

/** Returns text for the state of a delivery; for a waiting delivery, the time until its next try. */
function stateOf({ state, nextAt }: Delivery, now: number): string {
  if (state !== 'waiting' || nextAt === null) return state;
  return `again in ${duration(Math.max(0, Math.ceil((nextAt - now) / 1_000)))}`;
}

/** Returns deliveries as a table. `now` is in Unix milliseconds. */
function deliverySheet(deliveries: readonly Delivery[], now: number): Sheet {
  const rows = deliveries.map((one) => [
    one.id,
    `${duration(Math.max(0, Math.floor((now - one.createdAt) / 1_000)))} ago`,
    one.type,
    stateOf(one, now),
    one.attempts,
    one.status === null ? '' : String(one.status),
    one.problem,
  ]);
  const headings = ['id', 'made', 'event', 'state', 'tries', 'status', 'problem'];
  return { headings, rows, spare: ['tries', 'made', 'status'] };
}

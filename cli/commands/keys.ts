import { Command } from 'commander';
import {
  ApiKey,
  createApiKey,
  isConsumerKey,
  listApiKeys,
  Permissions,
  revokeApiKey,
} from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import { refusal } from '#platform/errors/errors.ts';
import { pairs, type Sheet } from '#platform/terminal/table.ts';
import { duration, json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import { oneOf, shortText } from '../shared/arguments.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';

export function keysCommand(host: Host): Command {
  return new Command('keys')
    .description('create, list and revoke key pairs for programs')
    .addCommand(createCommand(host))
    .addCommand(listCommand(host))
    .addCommand(revokeCommand(host));
}

interface CreateOptions {
  readonly permissions: Permissions;
  readonly description: string;
  readonly user?: string;
  readonly json?: true;
}

/**
 * Returns the command `keys create`, which shows the new key pair only once. With `--json`, the pair has the member
 * names that clients expect: `consumer_key` and `consumer_secret`.
 */
function createCommand(host: Host): Command {
  return new Command('create')
    .description('create a key pair; key and secret are shown only now')
    .requiredOption(
      '--permissions <which>',
      `what it may do: ${Permissions.options.join(', ')}`,
      oneOf(Permissions.options),
    )
    .requiredOption('--description <text>', 'what it is for', shortText(200))
    .option('--user <name>', 'the account that it acts for: id, user name, e-mail or phone', shortText(320))
    .option('--json', 'print it as JSON')
    .action(async ({ permissions, description, user, json: asJson }: CreateOptions) => {
      await using bus = await host.connect();
      const made = await bus.request(createApiKey, { permissions, description, user: user ?? null });
      const { key, consumerKey, consumerSecret } = made;
      if (!asJson) return host.out(newKeyText(key, consumerKey, consumerSecret));
      host.out(json({ consumer_key: consumerKey, consumer_secret: consumerSecret, key }));
    });
}

/**
 * Returns the command `keys list`, which lists key pairs, newest first. The list shows only the last
 * characters of each consumer key.
 */
function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), ApiKey)
    .description('list key pairs, newest first')
    .action(async (options: PageOptions) => {
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listApiKeys, place);
        return { records: found.keys, total: found.total };
      });
      const sheet = () => keySheet(records, Date.now());
      await showList(host, options, {
        ...{ member: 'keys', nouns: ['key pair', 'key pairs'], records, total, sheet },
      });
    });
}

function revokeCommand(host: Host): Command {
  return confirmOptions(new Command('revoke'))
    .description('revoke a key pair at once')
    .argument('<key>', 'its consumer key, or its id in the list', shortText(100))
    .option('--json', 'print the revoked pair as JSON')
    .action(async (reference: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { id, ending, description } = await keyOf(bus, reference);
          return `revoke the key pair ${id} (…${ending}, ${description}) and the logins that it began`;
        },
        act: async (bus) => {
          const { key } = await bus.request(revokeApiKey, { reference });
          host.out(options.json ? json({ key }) : revokedText(key));
        },
      });
    });
}

/**
 * Returns the key pair with a consumer key or id. @throws ServiceError `service_api_key_not_found` if there is no such
 * pair
 */
async function keyOf(bus: Bus, reference: string): Promise<ApiKey> {
  const { records } = await readPages({ all: true, page: 1, perPage: 1 }, async (place) => {
    const { keys, total } = await bus.request(listApiKeys, place);
    return { records: keys, total };
  });
  const found = records.find((key) => String(key.id) === reference || isKey(reference, key));
  if (!found) throw refusal('service_api_key_not_found', {});
  return found;
}

/**
 * Returns whether `reference` is a consumer key that ends with `ending`. The auth service stores only these last
 * characters of a consumer key.
 */
function isKey(reference: string, { ending }: ApiKey): boolean {
  return isConsumerKey(reference) && reference.endsWith(ending);
}

/** Returns the last characters of a consumer key, after an ellipsis. */
const ending = (key: ApiKey) => `…${key.ending}`;

function ago(ms: number, now: number): string {
  return `${duration(Math.max(0, Math.floor((now - ms) / 1_000)))} ago`;
}

/** Returns key pairs as a table. `now` is in Unix milliseconds. */
function keySheet(keys: readonly ApiKey[], now: number): Sheet {
  const rows = keys.map((key) => [
    key.id,
    ending(key),
    key.permissions,
    key.account?.username ?? '',
    ago(key.createdAt, now),
    // The time of the last use is rounded down to the minute, so the last use can seem to be before the
    // creation.
    key.lastUsedAt === null ? 'never' : ago(Math.max(key.lastUsedAt, key.createdAt), now),
    key.description,
  ]);
  const headings = ['id', 'key', 'permissions', 'user', 'made', 'used', 'description'];
  return { headings, rows, spare: ['made', 'user', 'used'] };
}

/** Returns text with the key and the secret of a new pair. The command line shows this text only once. */
function newKeyText(key: ApiKey, consumerKey: string, consumerSecret: string): string {
  return pairs([
    ['id', String(key.id)],
    ['consumer key', consumerKey],
    ['consumer secret', consumerSecret],
    ['permissions', key.permissions],
    ['user', key.account?.username ?? ''],
    ['description', key.description],
  ]).concat('\nNobody can show key and secret again.\n', warningText(key));
}

/** Returns a warning if the role of the key pair's account gives no rights of a manager; otherwise an empty text. */
function warningText({ account }: ApiKey): string {
  if (account === null || isManager(account.role)) return '';
  const { username, role } = account;
  return `${asOneLine(username)} has the role ${role}, which does not look after the shop: nor does the pair, until the role is another.\n`;
}

/** Returns text that says that a key pair was revoked. */
function revokedText(key: ApiKey): string {
  return `Key pair ${key.id} (${ending(key)}, ${asOneLine(key.description)}) revoked\n`;
}

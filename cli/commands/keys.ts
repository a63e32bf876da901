import { Command } from 'commander';
import { createApiKey, listApiKeys, Permissions, revokeApiKey } from '#contracts/api-keys.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { keyTable, newKeyText, revokedText } from '../output/keys.ts';
import { oneOf, shortText, wholeNumber } from './arguments.ts';

/** `keys`: key pairs for programs that administer the shop. */
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

/** `keys create`: creates a pair and shows it once. JSON uses the clients' names for its halves. */
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

interface ListOptions {
  readonly page: number;
  readonly perPage: number;
  readonly json?: true;
}

/** `keys list`: pairs, newest first, with the last characters of the key. */
function listCommand(host: Host): Command {
  return new Command('list')
    .description('list key pairs, newest first')
    .option('--page <n>', 'which page', wholeNumber(1, 1_000_000), 1)
    .option('--per-page <n>', 'how many on a page, at most 100', wholeNumber(1, 100), 20)
    .option('--json', 'print them as JSON')
    .action(async ({ page, perPage, json: asJson }: ListOptions) => {
      await using bus = await host.connect();
      const { keys, total } = await bus.request(listApiKeys, { page, perPage });
      if (asJson) return host.out(json({ keys, total, page, perPage }));
      const pages = Math.max(1, Math.ceil(total / perPage));
      host.out(keyTable(keys, Date.now(), host.width));
      host.out(`\nPage ${page} of ${pages}, ${total} key ${total === 1 ? 'pair' : 'pairs'}\n`);
    });
}

/** `keys revoke KEY`: revokes a pair at once. */
function revokeCommand(host: Host): Command {
  return new Command('revoke')
    .description('revoke a key pair at once')
    .argument('<key>', 'its consumer key, or its id in the list', shortText(100))
    .option('--json', 'print the revoked pair as JSON')
    .action(async (reference: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { key } = await bus.request(revokeApiKey, { reference });
      host.out(options.json ? json({ key }) : revokedText(key));
    });
}

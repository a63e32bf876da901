import { Command } from 'commander';
import { readAccount } from '#contracts/accounts.ts';
import { listSigningKeys, revokeTokens, rotateSigningKeys, SigningKey } from '#contracts/tokens.ts';
import { type Sheet, tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { shortText } from '../shared/arguments.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type ListOptions, listOptions, showList } from '../shared/lists.ts';

interface Options {
  readonly json?: true;
}

export function tokensCommand(host: Host): Command {
  return new Command('tokens')
    .description('revoke tokens and rotate the keys that sign them')
    .addCommand(keysCommand(host))
    .addCommand(rotateCommand(host))
    .addCommand(revokeCommand(host));
}

function keysCommand(host: Host): Command {
  return listOptions(new Command('keys'), SigningKey)
    .description('list the signing keys')
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { keys: records } = await bus.request(listSigningKeys, {});
      const sheet = () => signingKeySheet(records);
      await showList(host, options, {
        member: 'keys',
        nouns: ['signing key', 'signing keys'],
        records,
        sheet,
      });
    });
}

function rotateCommand(host: Host): Command {
  return new Command('rotate')
    .description('make the next key sign; all logins stay valid')
    .option('--json', 'print the keys as JSON')
    .action(async (options: Options) => {
      await using bus = await host.connect();
      const { keys } = await bus.request(rotateSigningKeys, {});
      if (options.json) return host.out(json({ keys }));
      host.out('Another key signs from now on; tokens of the one before stay good.\n\n');
      host.out(tableOf(signingKeySheet(keys), host.width));
    });
}

function revokeCommand(host: Host): Command {
  return confirmOptions(new Command('revoke'))
    .description('revoke all tokens of an account; it has to log in again everywhere')
    .argument('<user>', 'id, user name, e-mail address or phone number', shortText(320))
    .option('--json', 'print the account as JSON')
    .action(async (reference: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { account } = await bus.request(readAccount, { reference });
          return `log ${account.username} (account ${account.id}) out everywhere`;
        },
        act: async (bus) => {
          const { account } = await bus.request(revokeTokens, { reference });
          const text = `All tokens of account ${account} are ended\n`;
          host.out(options.json ? json({ revoked: true, account }) : text);
        },
      });
    });
}

const states = { next: 'comes next', signing: 'signs', old: 'verifies what it signed' };

/** Returns signing keys as a table. */
function signingKeySheet(keys: readonly SigningKey[]): Sheet {
  const rows = keys.map(({ kid, state, createdAt }) => [
    kid,
    states[state],
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
  ]);
  return { headings: ['key', 'state', 'made (UTC)'], rows };
}

import { Command } from 'commander';
import { listAccounts, readAccount, setPassword } from '#contracts/accounts.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { accountTable, accountText } from '../output/users.ts';
import { Problem } from '../problem.ts';
import { shortText, wholeNumber } from './arguments.ts';
import { createCommand } from './users-create.ts';
import { deleteCommand } from './users-delete.ts';
import { type Named, named, nameOf, passwordFrom, roleOf } from './users-input.ts';
import { setCommand } from './users-set.ts';

/** `users`: accounts. */
export function usersCommand(host: Host): Command {
  return new Command('users')
    .description('manage accounts of customers and managers')
    .addCommand(createCommand(host))
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(setCommand(host))
    .addCommand(setPasswordCommand(host))
    .addCommand(deleteCommand(host));
}

interface ListOptions {
  readonly page: number;
  readonly perPage: number;
  readonly search?: string;
  readonly role?: string;
  readonly json?: true;
}

/** `users list`: accounts in short form, sorted by user name. */
function listCommand(host: Host): Command {
  return new Command('list')
    .description('list accounts by user name')
    .option('--page <n>', 'which page', wholeNumber(1, 1_000_000), 1)
    .option('--per-page <n>', 'how many on a page, at most 100', wholeNumber(1, 100), 20)
    .option('--search <text>', 'only user names, e-mails or phones with this prefix', shortText(200))
    .option('--role <role>', 'only those with this role', shortText(40))
    .option('--json', 'print them as JSON')
    .action(async ({ page, perPage, search = '', role, json: asJson }: ListOptions) => {
      const wanted = role === undefined ? null : roleOf(role);
      await using bus = await host.connect();
      const { accounts, total } = await bus.request(listAccounts, { page, perPage, search, role: wanted });
      if (asJson) return host.out(json({ accounts, total, page, perPage }));
      const pages = Math.max(1, Math.ceil(total / perPage));
      host.out(accountTable(accounts, host.width));
      host.out(`\nPage ${page} of ${pages}, ${total} ${total === 1 ? 'account' : 'accounts'}\n`);
    });
}

interface OneOptions extends Named {
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** `users show NAME`: one account with its addresses. */
function showCommand(host: Host): Command {
  return named(new Command('show'), 'show one account with its addresses')
    .option('--json', 'print it as JSON')
    .action(async (name: string | undefined, options: OneOptions) => {
      const reference = nameOf(name, options);
      await using bus = await host.connect();
      const { account } = await bus.request(readAccount, { reference });
      host.out(options.json ? json({ account }) : accountText(account));
    });
}

/** `users set-password NAME --password-stdin`: sets a password, which ends every login. */
function setPasswordCommand(host: Host): Command {
  return named(new Command('set-password'), 'set the password of an account; all its logins end')
    .option('--password-stdin', 'read the password from standard input; there is no other way')
    .option('--json', 'print the account as JSON')
    .action(async (name: string | undefined, options: OneOptions) => {
      const reference = nameOf(name, options);
      if (!options.passwordStdin) {
        throw new Problem('the password comes from standard input: say --password-stdin');
      }
      const password = await passwordFrom(host);
      await using bus = await host.connect();
      const { account } = await bus.request(setPassword, { reference, password });
      const text = `Password of ${account.username} set; all of the account's logins have ended\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

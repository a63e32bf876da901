import { Command } from 'commander';
import { Account, listAccounts, readAccount, setPassword } from '#contracts/accounts.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Host } from '../host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../lists.ts';
import { json } from '../output/json.ts';
import { accountSheet, accountText } from '../output/users.ts';
import { shortText } from './arguments.ts';
import { createCommand } from './users-create.ts';
import { deleteCommand } from './users-delete.ts';
import { type Named, named, nameOf, passwordFrom, roleOf, shopTitle } from './users-input.ts';
import { setCommand } from './users-set.ts';

/** Returns the command `users`, which manages accounts. */
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

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly role?: string;
}

/** Returns the command `users list`, which lists accounts in the order of their user names. */
function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), Account)
    .description('list accounts by user name')
    .option('--search <text>', 'only user names, e-mails or phones with this prefix', shortText(200))
    .option('--role <role>', 'only those with this role', shortText(40))
    .action(async (options: ListOptions) => {
      const { search = '', role } = options;
      const wanted = role === undefined ? null : roleOf(role);
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listAccounts, { ...place, search, role: wanted });
        return { records: found.accounts, total: found.total };
      });
      const sheet = () => accountSheet(records);
      await showList(host, options, {
        ...{ member: 'accounts', nouns: ['account', 'accounts'], records, total, sheet },
      });
    });
}

interface OneOptions extends Named {
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** Returns the command `users show NAME`, which shows an account with its addresses. */
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

/** Returns the command `users set-password NAME`, which sets a password and ends all logins of the account. */
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
      const { account } = await bus.request(setPassword, {
        ...{ reference, password, shop: await shopTitle(bus) },
      });
      const text = `Password of ${account.username} set; all of the account's logins have ended\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

import { Command } from 'commander';
import { createAccount } from '#contracts/accounts.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { shortText } from './arguments.ts';

interface CreateOptions {
  readonly username: string;
  readonly email: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: string;
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** `users`: those who can sign in. */
export function usersCommand(host: Host): Command {
  return new Command('users')
    .description('accounts of customers and of those who look after the shop')
    .addCommand(createCommand(host));
}

/** `users create`: makes an account. */
function createCommand(host: Host): Command {
  return new Command('create')
    .description('make an account')
    .requiredOption('--username <name>', 'name to sign in by', shortText(60))
    .requiredOption('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code, +447700900123', shortText(40))
    .option('--first-name <name>', 'first name', shortText(200))
    .option('--last-name <name>', 'last name', shortText(200))
    .option('--role <role>', 'customer, shop_manager or administrator', shortText(40))
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print the account as JSON')
    .action(async ({ passwordStdin, json: asJson, ...given }: CreateOptions) => {
      const password = passwordStdin ? await host.input() : null;
      await using bus = await host.connect();
      const { account } = await bus.request(createAccount, { ...given, password });
      host.out(asJson ? json({ account }) : `Account ${account.username} made, its id is ${account.id}\n`);
    });
}

import { Command } from 'commander';
import { createAccount, longestName, UserName } from '#contracts/accounts.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { shortText } from './arguments.ts';
import {
  emailOf,
  type Named,
  nameOf,
  parsedOrRefused,
  passwordFrom,
  phoneOf,
  requireRole,
  roleOf,
  rolesText,
  shopTitle,
} from './users-input.ts';

interface CreateOptions extends Named {
  readonly email: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role: string;
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** Returns the command `users create`, which creates an account. An account without a password cannot log in. */
export function createCommand(host: Host): Command {
  return new Command('create')
    .description('create an account; without a password it cannot log in yet')
    .argument('[name]', 'name to sign in by', shortText(60))
    .option('--username <name>', 'the same', shortText(60))
    .requiredOption('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code, +447700900123', shortText(40))
    .option('--first-name <name>', 'first name', shortText(longestName))
    .option('--last-name <name>', 'last name', shortText(longestName))
    .option('--role <role>', rolesText, 'customer')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print the account as JSON')
    .action(async (name: string | undefined, options: CreateOptions) => {
      const person = personOf(name, options);
      const password = options.passwordStdin ? await passwordFrom(host) : null;
      await using bus = await host.connect();
      await requireRole(bus, person.role);
      const { account } = await bus.request(createAccount, {
        ...person,
        password,
        shop: await shopTitle(bus),
      });
      const text = `Account ${printable(account.username)} made, its id is ${account.id}\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

/** Returns the members of the new account. @throws Problem that explains the first invalid option */
function personOf(name: string | undefined, options: CreateOptions) {
  const { email, phone = '', firstName = '', lastName = '', role } = options;
  const username = nameOf(name, options);
  return {
    username: parsedOrRefused(
      UserName,
      username,
      'a user name has up to 60 characters, no colon, and no blank in front',
    ),
    email: emailOf(email),
    phone: phone === '' ? '' : phoneOf(phone),
    firstName,
    lastName,
    role: roleOf(role),
  };
}

import { Command } from 'commander';
import { type AccountChange, longestName, setAccount } from '#contracts/accounts.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { tableOf } from '../output/table.ts';
import { accountSheet } from '../output/users.ts';
import { orNone, shortText } from './arguments.ts';
import {
  emailOf,
  type Named,
  named,
  nameOf,
  phoneOf,
  requireRole,
  roleOf,
  rolesText,
} from './users-input.ts';

/** The options that change an account, as the user typed them. */
interface ChangeOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly displayName?: string;
  readonly role?: string;
}

interface Options extends ChangeOptions, Named {
  readonly json?: true;
}

/** Returns the command `users set NAME`. A changed e-mail address or role ends all logins of the account. */
export function setCommand(host: Host): Command {
  const name = orNone(shortText(longestName));
  return named(
    new Command('set'),
    'change e-mail, phone, names or role of an account; another e-mail or role ends all of its logins',
  )
    .option('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code; "none" removes it', shortText(40))
    .option('--first-name <name>', 'first name; "none" removes it', name)
    .option('--last-name <name>', 'last name; "none" removes it', name)
    .option('--display-name <name>', 'displayed name; "none" for first and last name', name)
    .option('--role <role>', rolesText, shortText(40))
    .option('--json', 'print the account as JSON, and whether its logins have ended')
    .action(async (bare: string | undefined, options: Options) => {
      const reference = nameOf(bare, options);
      const change = changeOf(options);
      await using bus = await host.connect();
      if (change.role !== undefined) await requireRole(bus, change.role);
      const { account, tokensEnded } = await bus.request(setAccount, { reference, change });
      if (options.json) return host.out(json({ account, tokensEnded }));
      host.out(tableOf(accountSheet([account]), host.width));
      if (tokensEnded) host.out("\nAll of the account's logins have ended\n");
    });
}

/**
 * Returns the change that the options describe. @throws Problem if there is no change, or for the first invalid value
 */
function changeOf({ email, phone, firstName, lastName, displayName, role }: ChangeOptions): AccountChange {
  const change = {
    ...(email !== undefined && { email: emailOf(email) }),
    ...(phone !== undefined && { phone: phone === 'none' ? '' : phoneOf(phone) }),
    ...(firstName !== undefined && { firstName: nameIn(firstName) }),
    ...(lastName !== undefined && { lastName: nameIn(lastName) }),
    ...(displayName !== undefined && { displayName: nameIn(displayName) }),
    ...(role !== undefined && { role: roleOf(role) }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new Problem(
    'say what to change: --email, --phone, --first-name, --last-name, --display-name or --role',
  );
}

function nameIn(text: string): string {
  return text === 'none' ? '' : text;
}

import { Command } from 'commander';
import { createAccount, Email, Phone, UserName } from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import { readSettings } from '#contracts/settings.ts';
import type { Bus } from '../bus.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { Problem } from '../problem.ts';
import { shortText } from './arguments.ts';
import { fitting, type Named, nameOf, passwordFrom } from './users-input.ts';

interface CreateOptions extends Named {
  readonly email: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role: string;
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** `users create`: makes an account. Without a password nobody signs in to it. */
export function createCommand(host: Host): Command {
  return new Command('create')
    .description('make an account; without a password nobody can sign in to it yet')
    .argument('[name]', 'name to sign in by', shortText(60))
    .option('--username <name>', 'the same', shortText(60))
    .requiredOption('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code, +447700900123', shortText(40))
    .option('--first-name <name>', 'first name', shortText(200))
    .option('--last-name <name>', 'last name', shortText(200))
    .option(
      '--role <role>',
      'customer, shop_manager, administrator, or one of the setting customer-roles',
      'customer',
    )
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print the account as JSON')
    .action(async (name: string | undefined, options: CreateOptions) => {
      const person = personOf(name, options);
      const password = options.passwordStdin ? await passwordFrom(host) : null;
      await using bus = await host.connect();
      await requireRole(bus, person.role);
      const { account } = await bus.request(createAccount, { ...person, password });
      const text = `Account ${printable(account.username)} made, its id is ${account.id}\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

/** Who the account is for. @throws Problem saying how the first wrong member is to be written */
function personOf(name: string | undefined, options: CreateOptions) {
  const { email, phone = '', firstName = '', lastName = '', role } = options;
  const username = nameOf(name, options);
  return {
    username: fitting(
      UserName,
      username,
      'a user name has up to 60 characters, no colon, and no blank in front',
    ),
    email: fitting(Email, email, `"${email}" is no e-mail address like ann@example.com`),
    phone: phone === '' ? '' : phoneOf(phone),
    firstName,
    lastName,
    role: fitting(Role, role, `"${role}" is no role: those have small letters, digits, _ and -`),
  };
}

/** A phone number without what only parts its digits. @throws Problem for one that is not E.164 */
function phoneOf(text: string): string {
  return fitting(
    Phone,
    text.replace(/[\s().-]/g, ''),
    `"${text}" is no phone number: write it with + and the country code, like +447700900123`,
  );
}

/** @throws Problem for a role that the shop does not have */
async function requireRole(bus: Bus, role: Role): Promise<void> {
  if (knownRoles.some((one) => one === role)) return;
  const { settings } = await bus.request(readSettings, {});
  const roles = [...knownRoles, ...settings.customerRoles];
  if (roles.includes(role)) return;
  throw new Problem(
    `the shop has no role "${role}", only ${roles.join(', ')}; the setting customer-roles adds some`,
  );
}

import type { Command } from 'commander';
import type { z } from 'zod';
import { Email, Password, Phone, passwordLength } from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import { readSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Bus } from '../bus.ts';
import type { Host } from '../host.ts';
import { shortText } from './arguments.ts';

/** The option `--username`, which names an account. The command's argument can name the account instead. */
export interface Named {
  readonly username?: string;
}

/**
 * Adds a description to a command, and two ways to name an account: the argument `name` and the option
 * `--username`.
 */
export function named(command: Command, description: string): Command {
  const what = 'user name, e-mail, phone or id';
  return command
    .description(description)
    .argument('[name]', `the account: ${what}`, shortText(320))
    .option('--username <name>', 'the same', shortText(320));
}

/** Returns the account name from the argument or the option. @throws Problem if both are missing or differ */
export function nameOf(bare: string | undefined, { username }: Named): string {
  if (bare !== undefined && username !== undefined && bare !== username) {
    throw new Problem('name one account: give its name or --username');
  }
  const name = bare ?? username;
  if (name === undefined) throw new Problem('give the name of the account, or --username');
  return name.trim();
}

/** Returns a value parsed by a schema. @throws Problem with `sentence` if the value is invalid */
export function parsedOrRefused<S extends z.ZodType>(
  schema: S,
  value: unknown,
  sentence: string,
): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem(sentence);
  return result.data;
}

/** Returns the password from standard input. @throws Problem when the password is too short or too long */
export async function passwordFrom(host: Host): Promise<string> {
  const { least, most } = passwordLength;
  const sentence = `a password has ${least} to ${most} characters; nothing was changed`;
  return parsedOrRefused(Password, await host.input(), sentence);
}

/** Help text of the option `--role`. */
export const rolesText = 'customer, shop_manager, administrator, or one of the setting customer-roles';

/** Parses an e-mail address. @throws Problem for an invalid address */
export function emailOf(text: string): string {
  return parsedOrRefused(Email, text, `"${text}" is no e-mail address like ann@example.com`);
}

/** Parses the name of a role. @throws Problem for an invalid name */
export function roleOf(text: string): Role {
  return parsedOrRefused(Role, text, `"${text}" is no role: those have small letters, digits, _ and -`);
}

/**
 * Returns a phone number without blanks, brackets and other separators. @throws Problem for a number that is not E.164
 */
export function phoneOf(text: string): string {
  return parsedOrRefused(
    Phone,
    text.replace(/[\s().-]/g, ''),
    `"${text}" is no phone number: write it with + and the country code, like +447700900123`,
  );
}

/** Returns the shop's title, at most 200 characters; empty while the catalogue service does not answer. */
export async function shopTitle(bus: Bus): Promise<string> {
  const found = await bus.request(readSettings, {}).catch(() => null);
  return found?.settings.title.slice(0, 200) ?? '';
}

/** Checks that a role exists in the shop. @throws Problem if the role does not exist */
export async function requireRole(bus: Bus, role: Role): Promise<void> {
  if (knownRoles.some((one) => one === role)) return;
  const { settings } = await bus.request(readSettings, {});
  const roles = [...knownRoles, ...settings.customerRoles];
  if (roles.includes(role)) return;
  throw new Problem(
    `the shop has no role "${role}", only ${roles.join(', ')}; the setting customer-roles adds some`,
    'refused',
  );
}

import type { Command } from 'commander';
import type { z } from 'zod';
import { Email, Password, Phone, passwordLength } from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import { readSettings } from '#contracts/settings.ts';
import type { Bus } from '../bus.ts';
import type { Host } from '../host.ts';
import { Problem } from '../problem.ts';
import { shortText } from './arguments.ts';

/** The ways to name an account in addition to the bare name. */
export interface Named {
  readonly username?: string;
}

/** Adds the two ways to name an account to a command. */
export function named(command: Command, description: string): Command {
  const what = 'user name, e-mail, phone or id';
  return command
    .description(description)
    .argument('[name]', `the account: ${what}`, shortText(320))
    .option('--username <name>', 'the same', shortText(320));
}

/** Returns the account that a command names. @throws Problem when it names none, or two */
export function nameOf(bare: string | undefined, { username }: Named): string {
  if (bare !== undefined && username !== undefined && bare !== username) {
    throw new Problem('name one account: give its name or --username');
  }
  const name = bare ?? username;
  if (name === undefined) throw new Problem('give the name of the account, or --username');
  return name.trim();
}

/** Returns a value parsed by a schema. @throws Problem with the given sentence */
export function fitting<S extends z.ZodType>(schema: S, value: unknown, sentence: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem(sentence);
  return result.data;
}

/** Returns a password from standard input, which is never shown. @throws Problem when it is too short or too long */
export async function passwordFrom(host: Host): Promise<string> {
  const { least, most } = passwordLength;
  const sentence = `a password has ${least} to ${most} characters; nothing was changed`;
  return fitting(Password, await host.input(), sentence);
}

/** Values of `--role`. */
export const rolesText = 'customer, shop_manager, administrator, or one of the setting customer-roles';

/** @throws Problem for an invalid e-mail address */
export function emailOf(text: string): string {
  return fitting(Email, text, `"${text}" is no e-mail address like ann@example.com`);
}

/** @throws Problem for an impossible role name */
export function roleOf(text: string): Role {
  return fitting(Role, text, `"${text}" is no role: those have small letters, digits, _ and -`);
}

/** A phone number without separators. @throws Problem for a number that is not E.164 */
export function phoneOf(text: string): string {
  return fitting(
    Phone,
    text.replace(/[\s().-]/g, ''),
    `"${text}" is no phone number: write it with + and the country code, like +447700900123`,
  );
}

/** @throws Problem for a role that the shop does not have */
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

import type { Command } from 'commander';
import type { z } from 'zod';
import { Password } from '#contracts/accounts.ts';
import type { Host } from '../host.ts';
import { Problem } from '../problem.ts';
import { shortText } from './arguments.ts';

/** How a command names an account, beside the bare name. */
export interface Named {
  readonly username?: string;
}

/** Gives a command the two ways to name an account. */
export function named(command: Command, description: string): Command {
  const what = 'user name, e-mail, phone or id';
  return command
    .description(description)
    .argument('[name]', `the account: ${what}`, shortText(320))
    .option('--username <name>', 'the same', shortText(320));
}

/** The account that a command names. @throws Problem when it names none, or two */
export function nameOf(bare: string | undefined, { username }: Named): string {
  if (bare !== undefined && username !== undefined && bare !== username) {
    throw new Problem('one account is to be named: say its name, or --username');
  }
  const name = bare ?? username;
  if (name === undefined) throw new Problem('say whose account is meant: its name, or --username');
  return name.trim();
}

/** A value as a schema reads it. @throws Problem with the sentence given */
export function fitting<S extends z.ZodType>(schema: S, value: unknown, sentence: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem(sentence);
  return result.data;
}

/** A password from standard input. It is never shown. @throws Problem for one that is too short or too long */
export async function passwordFrom(host: Host): Promise<string> {
  return fitting(Password, await host.input(), 'a password has 8 to 200 characters; nothing was changed');
}

import { Command, CommanderError } from 'commander';
import { ServiceError } from '#platform/errors/errors.ts';
import manifest from '../package.json' with { type: 'json' };
import { auditCommand } from './commands/audit.ts';
import { compareCommand } from './commands/compare.ts';
import { couponsCommand } from './commands/coupons.ts';
import { devicesCommand } from './commands/devices.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { productsCommand } from './commands/products.ts';
import { reviewsCommand } from './commands/reviews.ts';
import { seedCommand } from './commands/seed.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { settingsCommand } from './commands/settings.ts';
import { statusCommand } from './commands/status.ts';
import { tokensCommand } from './commands/tokens.ts';
import { usersCommand } from './commands/users.ts';
import { verificationCommand } from './commands/verification.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import type { Host } from './host.ts';
import { printable } from './output/printable.ts';
import { Interrupted, Problem } from './problem.ts';

/** The whole command line. */
function program(host: Host): Command {
  return new Command('cartwright')
    .description('Administers a shop: imports, catalogue, carts, accounts, settings and status')
    .version(manifest.version, '-V, --version', 'print the version')
    .addCommand(importCommand(host))
    .addCommand(compareCommand(host))
    .addCommand(seedCommand(host))
    .addCommand(productsCommand(host))
    .addCommand(reviewsCommand(host))
    .addCommand(couponsCommand(host))
    .addCommand(usersCommand(host))
    .addCommand(keysCommand(host))
    .addCommand(tokensCommand(host))
    .addCommand(devicesCommand(host))
    .addCommand(verificationCommand(host))
    .addCommand(sessionsCommand(host))
    .addCommand(webhooksCommand(host))
    .addCommand(settingsCommand(host))
    .addCommand(auditCommand(host))
    .addCommand(statusCommand(host));
}

/** Gives each command of a tree the host's output, and makes it throw instead of exiting. */
function handIn(command: Command, host: Host): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => host.out(text),
    writeErr: (text) => host.err(text),
    outputError: (text, write) => write(shortened(text)),
  });
  for (const child of command.commands) handIn(child, host);
}

/** Commander's message with long arguments shortened. */
function shortened(text: string): string {
  return text.replaceAll(/'([^']{100})[^']*'/gu, "'$1…'");
}

/** The message of an error: one sentence when the cause is known. */
function sentence(error: unknown): string {
  if (error instanceof Problem || error instanceof ServiceError) return printable(error.message);
  return `unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

/** Runs a command line and returns the exit code: 0 only on success. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  const commands = program(host);
  handIn(commands, host);
  try {
    await commands.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode;
    host.err(`cartwright: ${sentence(error)}\n`);
    return error instanceof Interrupted ? 130 : 1;
  }
}

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
    .description('Looks after a shop: fills it, shows and changes what is in it, and tells what runs')
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

/** Gives each command of a tree the host's output, and lets it throw instead of ending the process. */
function handIn(command: Command, host: Host): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => host.out(text),
    writeErr: (text) => host.err(text),
    outputError: (text, write) => write(shortened(text)),
  });
  for (const child of command.commands) handIn(child, host);
}

/** A sentence of commander, in which of a very long argument only the beginning is repeated. */
function shortened(text: string): string {
  return text.replaceAll(/'([^']{100})[^']*'/gu, "'$1…'");
}

/** What to tell of an error: one sentence where its cause is known. */
function sentence(error: unknown): string {
  if (error instanceof Problem || error instanceof ServiceError) return printable(error.message);
  return `unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

/** Runs one command line and gives the exit code: 0 only on success. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  const commands = program(host);
  handIn(commands, host);
  try {
    await commands.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its own sentence already.
    if (error instanceof CommanderError) return error.exitCode;
    host.err(`cartwright: ${sentence(error)}\n`);
    return error instanceof Interrupted ? 130 : 1;
  }
}

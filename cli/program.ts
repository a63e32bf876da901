import { Command, CommanderError } from 'commander';
import { shortQuotes } from '#platform/terminal/text.ts';
import { forTerminal } from '#platform/util/text.ts';
import manifest from '../package.json' with { type: 'json' };
import { exitCodes, failureOf, failureText } from './shared/failure.ts';
import type { Host } from './shared/host.ts';

/**
 * All commands. A run loads only the command that its arguments name, because loading all commands would
 * double the duration of the run.
 */
const commands: Readonly<Record<string, (host: Host) => Promise<Command>>> = {
  import: async (host) => (await import('./commands/import.ts')).importCommand(host),
  connect: async (host) => (await import('./commands/connect.ts')).connectCommand(host),
  compare: async (host) => (await import('./commands/compare.ts')).compareCommand(host),
  seed: async (host) => (await import('./commands/seed.ts')).seedCommand(host),
  products: async (host) => (await import('./commands/products.ts')).productsCommand(host),
  categories: async (host) => (await import('./commands/categories.ts')).categoriesCommand(host),
  reviews: async (host) => (await import('./commands/reviews.ts')).reviewsCommand(host),
  coupons: async (host) => (await import('./commands/coupons.ts')).couponsCommand(host),
  users: async (host) => (await import('./commands/users.ts')).usersCommand(host),
  keys: async (host) => (await import('./commands/keys.ts')).keysCommand(host),
  tokens: async (host) => (await import('./commands/tokens.ts')).tokensCommand(host),
  devices: async (host) => (await import('./commands/devices.ts')).devicesCommand(host),
  verification: async (host) => (await import('./commands/verification.ts')).verificationCommand(host),
  checkouts: async (host) => (await import('./commands/checkouts.ts')).checkoutsCommand(host),
  sessions: async (host) => (await import('./commands/sessions.ts')).sessionsCommand(host),
  webhooks: async (host) => (await import('./commands/webhooks.ts')).webhooksCommand(host),
  settings: async (host) => (await import('./commands/settings.ts')).settingsCommand(host),
  languages: async (host) => (await import('./commands/languages.ts')).languagesCommand(host),
  audit: async (host) => (await import('./commands/audit.ts')).auditCommand(host),
  streams: async (host) => (await import('./commands/streams.ts')).streamsCommand(host),
  status: async (host) => (await import('./commands/status.ts')).statusCommand(host),
  doctor: async (host) => (await import('./commands/doctor.ts')).doctorCommand(host),
  completion: async (host) => (await import('./commands/completion.ts')).completionCommand(host),
};

/** Options that need no command, so no command is loaded. */
const needNone = ['-V', '--version'];

/**
 * Changes arguments to a form that commander supports: `help products list` becomes `products list --help`.
 * For an unknown command, keeps only the name: with `--help` after the name, commander would not report that the
 * command is unknown.
 */
function understood(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  const words = first === 'help' ? [...rest, '--help'] : args;
  const [name] = words;
  const isKnown = name === undefined || name.startsWith('-') || Object.hasOwn(commands, name);
  return isKnown ? words : [name];
}

/**
 * Returns the root command `cartwright`. Its only subcommand is the command that the arguments name. If the arguments
 * name no command, the root command has all subcommands. For `--version` it has no subcommands.
 */
async function program(args: readonly string[], host: Host): Promise<Command> {
  const [name = ''] = args;
  // `completion` needs all commands, because its scripts complete all commands.
  const isSingle = Object.hasOwn(commands, name) && name !== 'completion';
  const isNeeded = (each: string) => (isSingle ? each === name : !needNone.includes(name));
  const loaded = Object.entries(commands).filter(([each]) => isNeeded(each));
  const root = new Command('cartwright')
    .description('Administers a shop: imports, catalogue, carts, accounts, settings and status')
    .version(manifest.version, '-V, --version', 'print the version')
    .addHelpText('after', exitHelp);
  for (const command of await Promise.all(loaded.map(([, load]) => load(host)))) root.addCommand(command);
  return root;
}

const exitHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 not found,
5 unavailable, 130 interrupted. With --json an error is an object on standard
error: {"error": {"kind", "exitCode", "message"}}.
`;

/** Makes a command and its subcommands write to the host, and throw errors instead of exiting. */
function configure(command: Command, host: Host, asJson: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => host.out(text),
    writeErr: (text) => host.err(text),
    outputError: (text, write) => write(usageText(text, asJson)),
    getOutHelpWidth: () => host.width || 120,
    getErrHelpWidth: () => host.columns || 120,
  });
  for (const child of command.commands) configure(child, host, asJson);
}

/** Returns commander's message about wrong arguments, in which long arguments are shortened. */
function usageText(text: string, asJson: boolean): string {
  const short = shortQuotes(text, "'");
  if (!asJson) return short;
  return failureText({ kind: 'usage', message: short.replace(/^error: /, '').trim() }, true);
}

/** Returns whether the arguments contain `--json`. Words after `--` are no options. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** Runs a command line. Returns its exit code: 0 for success, otherwise one of `exitCodes`. */
export async function run(args: readonly string[], given: Host): Promise<number> {
  // Names in JSON and CSV are from strangers. A pipe gets them as they are.
  const host = given.width > 0 ? { ...given, out: (text: string) => given.out(forTerminal(text)) } : given;
  const asJson = wantsJson(args);
  const words = understood(args);
  const commandLine = await program(words, host);
  configure(commandLine, host, asJson);
  try {
    await commandLine.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the message of a `CommanderError`.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    const failure = failureOf(error);
    host.err(failureText(failure, asJson));
    return exitCodes[failure.kind];
  }
}

import type { Command } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import { json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import type { Bus } from './bus.ts';
import type { Host } from './host.ts';

/** The options of a command that deletes or revokes something. */
export interface ConfirmOptions {
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Adds the options `--yes` and `--dry-run` to a command. */
export function confirmOptions(command: Command): Command {
  return command
    .option('--yes', 'do not ask; needed without a terminal')
    .option('--dry-run', 'say what would be done, and change nothing');
}

interface ConfirmedAction {
  /**
   * Returns a description of the action and of what is lost: `delete the coupon ten (10 % off)`. Throws if the action
   * is not possible.
   */
  describe(bus: Bus): Promise<string>;
  act(bus: Bus): Promise<void>;
}

/**
 * Runs an irreversible action after the user has confirmed the action with `--yes` or in the terminal. With
 * `--dry-run`, only prints the description of the action.
 *
 * @throws Problem before any connection if a confirmation is needed and there is no terminal
 */
export async function withConfirmation(
  host: Host,
  options: ConfirmOptions,
  { describe, act }: ConfirmedAction,
): Promise<void> {
  const needsAnswer = !options.yes && !options.dryRun;
  if (needsAnswer && !host.ask) {
    throw new Problem(
      'this cannot be undone and no terminal is there to ask: add --yes; nothing was changed',
    );
  }
  await using bus = await host.connect();
  if (options.dryRun) {
    const what = await describe(bus);
    return host.out(options.json ? json({ dryRun: true, would: what }) : `Would ${asOneLine(what)}\n`);
  }
  if (needsAnswer && host.ask) {
    const yes = await host.ask(`This will ${asOneLine(await describe(bus))}. Continue? [y/N] `);
    if (!yes) throw new Problem('nothing was changed', 'failed');
  }
  await act(bus);
}

import { Command } from 'commander';
import type { Host } from '../host.ts';
import { shells } from '../output/completion.ts';

const help = `
For bash:  source <(cartwright completion bash)
For zsh:   cartwright completion zsh > "\${fpath[1]}/_cartwright"
For fish:  cartwright completion fish > ~/.config/fish/completions/cartwright.fish
`;

/**
 * Returns the command `completion SHELL`, which prints a script for the shell. The script completes commands and
 * options without a connection to the system.
 */
export function completionCommand(host: Host): Command {
  const command = new Command('completion')
    .description('print a script that completes commands and options in bash, zsh or fish')
    .addHelpText('after', help);
  for (const [shell, script] of Object.entries(shells)) {
    command
      .command(shell)
      .description(`print the script for ${shell}`)
      .action(() => host.out(script(command.parent ?? command)));
  }
  return command;
}

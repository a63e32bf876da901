import { Command } from 'commander';
import type { Host } from '../shared/host.ts';

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

/** A command with its parents, such as `products list`, and the words that may follow this command. */
interface Place {
  /** The names of the commands, separated by blanks. */
  readonly path: string;
  readonly commands: readonly (readonly [name: string, description: string])[];
  readonly options: readonly (readonly [flag: string, description: string])[];
}

/** Returns a `Place` for a command and for each of its subcommands, at any depth. */
function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const commands = command.commands.map((one) => [one.name(), one.description()] as const);
  const options = [...command.options, { long: '--help', description: 'show help' }].flatMap((one) =>
    one.long ? [[one.long, one.description] as const] : [],
  );
  const inner = command.commands.flatMap((one) => placesOf(one, [...path, one.name()]));
  return [{ path: path.join(' '), commands, options }, ...inner];
}

/** Returns a text in single quotes, as a shell reads it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const wordsOf = ({ commands, options }: Place) => [...commands, ...options].map(([word]) => word).join(' ');

/**
 * Returns two shell functions. One prints the words that may follow a command. The other finds the command in
 * the typed words.
 */
function functions(root: Command): string {
  const cases = placesOf(root).map((one) => `    ${quoted(one.path)}) echo ${quoted(wordsOf(one))} ;;`);
  return `_cartwright_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
_cartwright_place() {
  local place='' word
  for word in "$@"; do
    [ -n "$(_cartwright_words "\${place:+$place }$word")" ] && place="\${place:+$place }$word"
  done
  echo "$place"
}`;
}

function bash(root: Command): string {
  return `# bash completion of cartwright
${functions(root)}
_cartwright() {
  local place
  place=$(_cartwright_place "\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$(_cartwright_words "$place")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cartwright cartwright
`;
}

function zsh(root: Command): string {
  return `#compdef cartwright
${functions(root)}
_cartwright() {
  local place
  place=$(_cartwright_place "\${(@)words[2,CURRENT-1]}")
  compadd -- $(_cartwright_words "$place") || _files
}
if [ "$funcstack[1]" = _cartwright ]; then _cartwright "$@"; else compdef _cartwright cartwright; fi
`;
}

function fish(root: Command): string {
  const places = placesOf(root);
  const here = (path: string) => quoted(`__cartwright_at ${path === '' ? '.' : path}`);
  const lines = places.flatMap(({ path, commands, options }) => [
    ...commands.map(([name, about]) => `-a ${name} -d ${quoted(about)} -f`).map((rest) => [path, rest]),
    ...options.map(([flag, about]) => `-l ${flag.slice(2)} -d ${quoted(about)}`).map((rest) => [path, rest]),
  ]);
  const names = places.map(({ path }) => quoted(path)).filter((path) => path !== "''");
  return `# fish completion of cartwright
function __cartwright_at
  set -l place
  for word in (commandline -opc)[2..]
    contains -- (string join ' ' $place $word) ${names.join(' ')}; and set -a place $word
  end
  test (string join ' ' . $place) = (string join ' ' . (string match -v . -- $argv))
end
${lines.map(([path = '', rest]) => `complete -c cartwright -n ${here(path)} ${rest}`).join('\n')}
`;
}

/** Functions that return the completion script for a command line, by the name of the shell. */
const shells: Readonly<Record<string, (root: Command) => string>> = { bash, zsh, fish };

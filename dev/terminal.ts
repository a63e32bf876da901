import { Problem as CommandProblem } from '../cli/problem.ts';

/** An error that the user can fix. Its message is a whole sentence, shown without a stack. */
export class Problem extends Error {}

/** Prints a line on standard error. Standard output is for scripts. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Returns the text of an error: a problem's sentence, an unusable path, or the stack of an unexpected error.
 */
export function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof CommandProblem) return `cartwright: ${error.message}`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (path && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EEXIST|ENOENT)$/.test(code ?? '')) {
    return `cartwright: ${path} cannot be used (${code}); DATA_DIR names the folder that is written to.`;
  }
  return `cartwright: unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

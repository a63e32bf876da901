import { Problem as CommandProblem } from '#platform/errors/problem.ts';

/** An error that the user can correct. Its message is a whole sentence, which is printed without a stack. */
export class Problem extends Error {}

/** Prints a line to standard error, because scripts read standard output. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Returns what to print for an error: the sentence of a Problem, the path that cannot be used, or the stack of any
 * other error.
 */
export function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof CommandProblem) return `cartwright: ${error.message}`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (path && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EEXIST|ENOENT)$/.test(code ?? '')) {
    return `cartwright: ${path} cannot be used (${code}); DATA_DIR names the folder that is written to.`;
  }
  return `cartwright: unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

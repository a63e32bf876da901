import { Problem as CommandProblem } from '../cli/problem.ts';

/** A condition the user can act on. Its message is one whole sentence; no stack is shown. */
export class Problem extends Error {}

/** One line for the user on standard error. Standard output is for what scripts read. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What to show of an error: the sentence of a problem, the path that cannot be used, the stack of anything unforeseen. */
export function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof CommandProblem) return `cartwright: ${error.message}`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (path && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EEXIST|ENOENT)$/.test(code ?? '')) {
    return `cartwright: ${path} cannot be used (${code}); DATA_DIR names the folder that is written to.`;
  }
  return `cartwright: unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

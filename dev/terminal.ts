/** A condition the user can act on. Its message is one whole sentence; no stack is shown. */
export class Problem extends Error {}

/** One line for the user on standard error. Standard output is for what scripts read. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What to show of an error: the sentence of a problem, the stack of anything unforeseen. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return `cartwright: ${error.message}`;
  return `cartwright: unforeseen error: ${error instanceof Error ? error.stack : String(error)}`;
}

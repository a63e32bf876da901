/** What went wrong, as one sentence for the person at the terminal. No stack is shown. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The user ended the command with Ctrl-C. */
export class Interrupted extends Problem {
  constructor() {
    super('interrupted');
  }
}

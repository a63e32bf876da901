/** An error with one sentence for the user. No stack trace is shown. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The user ended the command with Ctrl-C. */
export class Interrupted extends Problem {
  constructor() {
    super('interrupted');
  }
}

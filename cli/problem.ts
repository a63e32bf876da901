/** The exit code of a command for each kind of failure. The exit code of success is 0. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  refused: 3,
  not_found: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

export type FailureKind = keyof typeof exitCodes;

/** An error whose message is one sentence for the user. The command prints the message without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'usage') {
    super(message);
    this.kind = kind;
  }
}

/** Thrown when the user has interrupted the command with Ctrl-C. */
export class Interrupted extends Problem {
  constructor() {
    super('interrupted', 'interrupted');
  }
}

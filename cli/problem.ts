/** Exit codes by the kind of failure. 0 is success. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  refused: 3,
  not_found: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

export type FailureKind = keyof typeof exitCodes;

/** An error with one sentence for the user. No stack trace is shown. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'usage') {
    super(message);
    this.kind = kind;
  }
}

/** The user ended the command with Ctrl-C. */
export class Interrupted extends Problem {
  constructor() {
    super('interrupted', 'interrupted');
  }
}

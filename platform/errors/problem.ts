/** Why a command or an import failed. `cli/shared/failure.ts` has the exit code of each. */
export type FailureKind = 'failed' | 'usage' | 'refused' | 'not_found' | 'unavailable' | 'interrupted';

/** An error whose message is one sentence for the user. It is shown without a stack trace. */
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

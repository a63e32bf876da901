import { ServiceError, statusOf } from '#platform/errors/errors.ts';
import { type FailureKind, Problem } from '#platform/errors/problem.ts';
import { publicBody } from '#platform/sentences/errors.ts';
import { json, shortQuotes } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';

/** The exit code of a command for each kind of failure. The exit code of success is 0. */
export const exitCodes: Readonly<Record<FailureKind, number>> = {
  failed: 1,
  usage: 2,
  refused: 3,
  not_found: 4,
  unavailable: 5,
  interrupted: 130,
};

/** What a failed command prints. */
interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Code and data of a refusal by a service. */
  readonly code?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Returns the kind of a refusal from its public HTTP status. */
function kindOf(status: number): FailureKind {
  if (status === 404) return 'not_found';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  return status >= 500 ? 'failed' : 'refused';
}

/** Returns what a command prints for an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Problem) return { kind: error.kind, message: shortQuotes(error.message, '"') };
  if (error instanceof ServiceError) {
    const {
      code,
      message,
      data: { status: _, ...data },
    } = publicBody(error).body;
    return { kind: kindOf(statusOf(error)), message, code, data };
  }
  const text = error instanceof Error ? error.stack : String(error);
  return { kind: 'failed', message: `unforeseen error: ${text}` };
}

/** Returns a failure as text for standard error: one line, or a JSON object if `asJson` is set. */
export function failureText({ kind, message, code, data }: Failure, asJson: boolean): string {
  if (asJson) return json({ error: { kind, exitCode: exitCodes[kind], message, code, data } });
  return `cartwright: ${message.startsWith('unforeseen error') ? message : asOneLine(message)}\n`;
}

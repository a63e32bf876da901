import { relative } from 'node:path';

/** The members of vitest's JSON report that are used here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The absolute path of the test file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Numbers of tests in a run, by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Returns how many tests passed, failed and were skipped. A file that failed without a failed test counts as
 * one failure. If nothing failed but the exit code is not 0, that also counts as one failure.
 */
export function counts(report: Report | null, exitCode: number): Counts {
  const passed = report?.numPassedTests ?? 0;
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  const skipped = (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped').length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

/** Returns a line for each failed test, and for each file that failed without a failed test. */
export function failureLines(report: Report | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`failed: ${file}`] : [];
    return failed.map(({ fullName, failureMessages = [] }) => {
      const [reason = ''] = failureMessages[0]?.split('\n') ?? [];
      return `failed: ${file}: ${fullName}: ${reason}`;
    });
  });
}

/** Returns the last line that `npm test` prints. The line mentions skipped tests if tests were skipped. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

import { relative } from 'node:path';

/** The used members of vitest's JSON report. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The absolute path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Results of a run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Returns the counts of a run. A file that failed without a failed test, or an error outside of tests, is one
 * more failure.
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

/** Returns a line for each failed test, and for each file that failed without one. */
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

/** Returns the last line of `npm test`. Skipped tests appear only if there are some. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

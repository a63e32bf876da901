/** The part of vitest's JSON report that is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

/** Counts of a run. A file that failed without a failed test, or an error outside of any, is one failure more. */
export function counts(report: Report | null, exitCode: number): { passed: number; failed: number } {
  const passed = report?.numPassedTests ?? 0;
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

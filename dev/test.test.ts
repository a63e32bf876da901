import { expect, test } from 'vitest';
import { counts, countsLine, failureLines } from './test.ts';

const file = (status: string, ...tests: string[]) => ({
  name: '/clone/services/cart.test.ts',
  status,
  assertionResults: tests.map((each) => ({
    status: each,
    fullName: `a test that ${each}`,
    failureMessages: each === 'failed' ? ['Error: one is not two\n    at cart.test.ts'] : [],
  })),
});

test('passed and failed tests are counted', () => {
  const report = { numPassedTests: 3, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] };
  expect(counts(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a file that fails before its tests counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [file('passed', 'passed'), file('failed')],
  };
  expect(counts(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a runner that fails without a failed test counts as a failure, with and without a report', () => {
  expect(counts({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
  });
  expect(counts(null, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('skipped tests are counted, and shown only if there are some', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed', 'skipped')] };
  expect(counts(report, 0)).toEqual({ passed: 1, failed: 0, skipped: 1 });
  expect(countsLine({ passed: 1, failed: 0, skipped: 1 })).toBe('1 passed, 0 failed, 1 skipped');
  expect(countsLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
});

test('each failed test, and each file that failed without one, has a line', () => {
  const testResults = [file('failed', 'passed', 'failed'), file('failed'), file('passed', 'passed')];
  const lines = failureLines({ numPassedTests: 2, numFailedTests: 1, testResults }, '/clone');
  expect(lines).toEqual([
    'failed: services/cart.test.ts: a test that failed: Error: one is not two',
    'failed: services/cart.test.ts',
  ]);
  expect(failureLines(null, '/clone')).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose test files start whole systems. */
const whole = /\/(dev|tests\/(checkouts|conformance|e2e|faults|security|specification))\//;

/** Match the text of a test file that uses a shared system, in the order in which the systems are used. */
const usesShared = [
  /\bsharedSystem\('logins'\)/,
  /\bopenSystemWithCallers\(\)|\bopenCallersShop\b|\bsharedSystem\('callers'\)/,
  /\bshared\('shop'\)|\bopenShop\b[^;]*from '\.\/shop\.ts'/,
];

/** Returns the place of a test file in the order: files with a lower place run first. */
function placeOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  const index = usesShared.findIndex((pattern) => pattern.test(text));
  if (index >= 0) return 2 + index;
  return whole.test(moduleId) ? 1 : 0;
}

/**
 * Runs the files that start whole systems after the files that start none, so that other failures show in the first
 * minute. The files that use a shared system run last and after each other, because an idle system takes a tenth of a
 * core: the system starts when it is needed, and ends after the last of these files.
 */
export default class PartsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byPlace = Map.groupBy(sorted, placeOf);
    return [...byPlace].sort(([one], [other]) => one - other).flatMap(([, ofPlace]) => ofPlace);
  }
}

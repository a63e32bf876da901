import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose test files start whole systems. */
const whole = /\/(dev|tests\/(conformance|e2e|faults|security|specification))\//;

/** Matches the text of a test file that uses the shared shop. */
const usesSharedShop = /\bshared\('shop'\)|\bopenShop\b[^;]*from '\.\/shop\.ts'/;

/** Returns the place of a test file in the order: files with a lower place run first. */
function placeOf({ moduleId }: TestSpecification): number {
  if (usesSharedShop.test(readFileSync(moduleId, 'utf8'))) return 2;
  return whole.test(moduleId) ? 1 : 0;
}

/**
 * Runs the files that start whole systems after the files that start none, so that other failures show in the first
 * minute. The files that use the shared shop run last, because an idle system takes a tenth of a core: the shop
 * starts when it is needed, and ends with the last of these files.
 */
export default class PartsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byPlace = Map.groupBy(sorted, placeOf);
    return [0, 1, 2].flatMap((place) => byPlace.get(place) ?? []);
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose test files start whole systems. */
const whole = /\/(dev|tests\/(conformance|e2e|faults|security|specification))\//;

/**
 * Runs the files that start whole systems after all other files, so that other failures show in the first minute.
 */
export default class PartsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWhole = ({ moduleId }: TestSpecification) => whole.test(moduleId);
    return [...sorted.filter((file) => !isWhole(file)), ...sorted.filter(isWhole)];
  }
}

import { afterAll, beforeAll } from 'vitest';

/** Disables stack traces for the tests of a file that makes many refusals, since traces cost time and are not used. */
export function withoutStacks(): void {
  const usual = Error.stackTraceLimit;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = usual;
  });
}

import { afterAll, beforeAll } from 'vitest';

/** Disables stack traces for the tests of a file: it makes many refusals, whose stacks are not used. */
export function withoutStacks(): void {
  const usual = Error.stackTraceLimit;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = usual;
  });
}

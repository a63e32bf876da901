import { afterAll, beforeAll } from 'vitest';

/** Disables stack traces in a test file that causes many refusals. Traces cost time, and no test uses traces. */
export function withoutStacks(): void {
  const usual = Error.stackTraceLimit;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = usual;
  });
}

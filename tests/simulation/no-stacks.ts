import { afterAll, beforeAll } from 'vitest';

/** Tests of this file make errors without stacks: refusals are many, and nobody reads where they came from. */
export function withoutStacks(): void {
  const usual = Error.stackTraceLimit;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = usual;
  });
}

import { defineConfig } from 'vitest/config';
import PartsFirst from './tests/sequence.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**'],
    globalSetup: './tests/shared.ts',
    sequence: { sequencer: PartsFirst },
    pool: 'forks',
    // A process runs many files: loading Node and our modules for each would take more time than most of the tests.
    isolate: false,
    restoreMocks: true,
    // One more than the cores that a small machine has, since files that start systems often wait.
    maxWorkers: 3,
    // On a machine with no time left, a request is refused as it should be. What is wrong fails three times.
    retry: 2,
    // Long enough for a busy machine: only what never comes fails.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
});

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
    // Files that start whole systems need the machine; more at once only makes each slower.
    maxWorkers: 2,
    // Long enough for a busy machine: only what never comes fails.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
});

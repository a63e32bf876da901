import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**'],
    globalSetup: './dev/fetch-engines.ts',
    reporters: ['default', './tests/specification/reporter.ts'],
    pool: 'forks',
    // Files that start whole systems need the machine; more at once only makes each slower.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**'],
    globalSetup: './dev/fetch-engines.ts',
    pool: 'forks',
    // Files that start whole systems need the machine; more at once only makes each slower.
    maxWorkers: 2,
    // Long enough for a busy machine: only what never comes fails.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
});

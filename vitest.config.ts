import { defineConfig } from 'vitest/config';
import PartsFirst from './tests/sequence.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**', 'examples/next/**'],
    globalSetup: './tests/shared.ts',
    sequence: { sequencer: PartsFirst },
    pool: 'forks',
    // A process runs many files, because loading Node and our modules for each file would take longer than most
    // of the tests.
    isolate: false,
    restoreMocks: true,
    // One more than the cores of a small machine, because test files that start systems often wait.
    maxWorkers: 3,
    // A test that fails has a reason, which a second try would hide.
    retry: 0,
    // So long that only a test that never ends exceeds it, even on a busy machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // A failed test shows its values whole, because in CI there is often only the message.
    chaiConfig: { truncateThreshold: 2_000 },
    hookTimeout: 300_000,
  },
});

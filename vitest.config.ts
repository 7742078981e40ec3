import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'tests/contract/**/*.test.ts',
      'tests/chaos/**/*.test.ts',
      'tests/security/**/*.test.ts',
      'tests/deploy/**/*.test.ts',
      'tests/packages/**/*.test.ts',
      'tools/*.test.ts',
    ],
    environment: 'node',
    // Many tests wait for programs and databases more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Some tests start programs and databases, which takes its time on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What is waited for comes at once, except where everything else runs as well.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: './tests/fixtures/postgres.ts',
  },
})

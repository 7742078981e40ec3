import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start many programs take longest, so they start first: none runs alone at the end. */
const SLOWEST = [/read-only-root/, /init-and-start/, /packed/, /tests\/(chaos|deploy)/]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOWEST.findIndex((pattern) => pattern.test(moduleId))
      return rank < 0 ? SLOWEST.length : rank
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

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
    sequence: { sequencer: SlowestFirst },
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

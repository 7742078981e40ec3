import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start many programs take longest, so they start first: none runs alone at the end. */
const SLOWEST = [
  /tests\/(packages|created-site)/,
  /tests\/chaos/,
  /init-and-start|resume\.system|pages\.system|guide|finish\.system/,
  /tests\/deploy/,
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOWEST.findIndex((pattern) => pattern.test(moduleId))
      return rank < 0 ? SLOWEST.length : rank
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Tests beside the code that start programs, use PostgreSQL or take seconds. */
const SYSTEM = [
  'packages/gateway/src/**/*.system.test.ts',
  'packages/reward-codes/**/*.system.test.ts',
  'tools/*.system.test.ts',
]

/** It downloads package managers, and runs before a release. */
const TRIAL = 'tests/packages/trial.test.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Many tests wait for programs and databases, and the browser tests run beside them.
    maxWorkers: availableParallelism(),
    // Some tests build sites, and start programs and databases, which takes its time on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes at once, except where everything else runs as well.
    expect: { poll: { timeout: 30_000 } },
    // `npm test` runs the first two, and `npm run test:all` all but the trial.
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: [
            'packages/gateway/src/**/*.test.ts',
            'packages/reward-codes/**/*.test.ts',
            'tools/*.test.ts',
            'tests/contract/**/*.test.ts',
          ],
          exclude: SYSTEM,
        },
      },
      {
        extends: true,
        test: {
          name: 'created-site',
          include: ['tests/created-site/**/*.test.ts'],
          globalSetup: './tests/fixtures/packed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [...SYSTEM, 'tests/{chaos,deploy,security}/**/*.test.ts'],
          ...(process.env.FAULTS === 'long' && { testTimeout: 3_600_000 }),
          // Several programs deliver what others have left.
          expect: { poll: { timeout: process.env.FAULTS === 'long' ? 1_200_000 : 120_000 } },
          globalSetup: './tests/fixtures/postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['tests/packages/**/*.test.ts'],
          exclude: [TRIAL],
          globalSetup: './tests/fixtures/packed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'trial',
          include: [TRIAL],
          globalSetup: './tests/fixtures/packed.ts',
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/faults/**/*.test.ts'],
    environment: 'node',
    globalSetup: './tests/fixtures/postgres.ts',
  },
})

import { defineConfig } from '@playwright/test'
import { findProgram } from './tools/programs.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/serve-sites.ts',
  fullyParallel: true,
  workers: 2,
  // A time limit ends a test that hangs. It must not judge a slow or busy machine.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // In a log the failures are all that is read, those of the unit tests above them included.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['./tests/e2e/skip-without-programs.ts']],
  use: {
    // A page may wait for the build of its site, and an action in it for nothing.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: findProgram('CHROMIUM_PATH') ?? '',
      args: ['--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
})

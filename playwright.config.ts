import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/accessibility-tree/{arg}{ext}',
  globalSetup: './tests/e2e/build-sites.ts',
  fullyParallel: true,
  workers: 3,
  // A time limit ends a test that hangs. It must not judge a slow or busy machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Root may not use the sandbox; the tests load nothing but this project's own pages.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
})

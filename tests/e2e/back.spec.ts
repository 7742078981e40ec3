import { chromium, expect, test } from '@playwright/test'
import { findProgram } from '../../tools/programs.ts'
import { MockGateway } from '../fixtures/mock-gateway.ts'
import { driverOf, JOURNEYS, OF_STORIES } from './journeys.ts'
import { siteOf } from './site.ts'

// Playwright turns the back/forward cache off, and the Chromium without a window has none.
test(`${OF_STORIES}, with the back/forward cache of Chromium`, async () => {
  const browser = await chromium.launch({
    executablePath: findProgram('WHOLE_CHROMIUM_PATH') ?? '',
    args: ['--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const gateway = await new MockGateway(siteOf()).start()
  const page = await browser.newPage()
  // goBack() waits for a load event, which a page from the cache does not have.
  const back = async () => {
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect(page).toHaveURL(`${gateway.url}/`)
  }
  await JOURNEYS[OF_STORIES]?.({ ...driverOf(page), back, keepsPages: true }, gateway)
  await browser.close()
  await gateway.stop()
})

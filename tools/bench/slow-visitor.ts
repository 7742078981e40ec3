import type { Page } from './browser.ts'

/** How many times slower than this machine a phone is taken to be. */
export const SLOWER = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

export async function slowProcessor(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return client
}

export async function slowProcessorAndLine(page: Page) {
  const client = await slowProcessor(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', LINE)
}

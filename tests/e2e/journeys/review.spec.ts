import { WAITING } from 'reward-codes-gateway/internal/message-links.ts'
import { postForm, startTestGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { write } from '../../fixtures/messages.ts'
import { expect, findViolations, test } from '../site.ts'

// The page of a held message, and the one that lists what waits, as the owner opens them from the mail.

let gateway: TestGateway
let address: string

test.beforeEach(async () => {
  gateway = await startTestGateway()
  await postForm(gateway.url, {
    user_name: 'Zoë Żółć-O’Brien',
    message: 'Could you build <our> shop & café?\n\nBest regards'.repeat(3) + 'w'.repeat(300),
    contact_website_url: 'https://spam.example',
    Długość: 'żółw',
  })
  const { store, links, clock } = gateway.gateway
  const { id } = await store.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  address = (links.urlOf(id, clock()) ?? '').replace('https://portfolio.test', gateway.url)
})
test.afterEach(() => gateway.close())

/** The address of the page that lists what waits. The last of them is of now. */
const listOf = async (count: number) => {
  const { store, links, clock } = gateway.gateway
  const now = clock()
  for (let n = 1; n <= count; n++) {
    const receivedAt = now - n * 3_600_000
    const message = 'Could you <build> https://shop.example? '.repeat(9) + 'w'.repeat(300)
    await write(store, { name: `Visitor ${n}`, message, reason: 'filled too fast', receivedAt })
  }
  return (links.urlOf(WAITING, now) ?? '').replace('https://portfolio.test', gateway.url)
}

const stateOf = async () => {
  const { db } = gateway.gateway.store
  const messages = db.selectFrom('messages').select('state')
  return (await messages.execute()).map(({ state }) => state)
}

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 360],
  ['light', 1280],
] as const) {
  test(`axe finds no violations at ${width} px in ${colorScheme}, and all of it fits`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    for (const at of [address, await listOf(21)]) {
      await page.goto(at)
      expect(await findViolations(page)).toEqual([])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide).toBeLessThanOrEqual(0)
      for (const target of await page.locator('button, summary, li a').all()) {
        if (!(await target.isVisible())) continue
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    }
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the owner blocks the sender and deletes the message', async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading')).toHaveText('This message is held')
    await expect(page.getByText('Could you build <our> shop & café?').first()).toBeVisible()
    await page.getByRole('button', { name: 'Block ada@example.org' }).click()
    await expect(page.getByRole('button', { name: 'Accept ada@example.org again' })).toBeVisible()
    expect(await stateOf()).toEqual(['held'])
    await page.locator('summary', { hasText: 'Delete' }).click()
    expect(await stateOf()).toEqual(['held'])
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByRole('heading')).toHaveText('This message is deleted')
    expect(await stateOf()).toEqual([])
  })

  test('the owner releases the message with the keyboard', async ({ page }) => {
    await page.goto(address)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Release' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading')).toHaveText('This message is on its way')
    expect(await stateOf()).toEqual(['queued'])
    await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0)
  })
})

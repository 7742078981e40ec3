import { postForm, startTestGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { expect, findViolations, test } from '../site.ts'

// The page of a held message, as the owner opens it from the notice.

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

const stateOf = async () => {
  const { db } = gateway.gateway.store
  // Once a day, the maintenance queues a mail about what is held.
  const messages = db.selectFrom('messages').where('kind', '=', 'message').select('state')
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
    await page.goto(address)
    expect(await findViolations(page)).toEqual([])
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide).toBeLessThanOrEqual(0)
    for (const button of await page.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
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

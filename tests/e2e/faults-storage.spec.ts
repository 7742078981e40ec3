import type { Page } from '@playwright/test'
import { recordResult } from '../fixtures/results.ts'
import { button, expect, fill, message, name, notice, openForm, test } from './contact.ts'

const YEAR_MS = 365 * 86_400_000

/** Breaks localStorage and sessionStorage. Runs in the page before its own scripts. */
const BROKEN: Record<string, () => void> = {
  blocked: () => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  },
  'missing, as in some apps': () => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, { value: null })
    }
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'broken in every call': () => {
    for (const call of ['getItem', 'setItem', 'removeItem'] as const) {
      Storage.prototype[call] = () => {
        throw new DOMException('broken', 'InvalidStateError')
      }
    }
  },
}

/** Stored values that an earlier version, another program or a curious visitor may leave. */
const GARBAGE = [
  '',
  '{',
  'null',
  '[]',
  '{"fields":null,"submissionId":"a"}',
  '{"fields":[],"submissionId":{}}',
  '{"fields":{"user_name":{"a":1},"message":[1],"__proto__":{"x":1}},"submissionId":"a"}',
  `{"fields":{"user_name":"Bo"},"submissionId":"${'x'.repeat(5000)}","startedAt":1e300}`,
  `{"fields":{"user_name":"Bo"},"submissionId":"${'x'.repeat(300_000)}"}`,
  `"${'x'.repeat(1_000_000)}"`,
  '<script>1</script>',
  String(Date.now() + YEAR_MS),
]

test.use({ variant: 'spam filter', allowed: /Failed to load resource/ })

const seen = { cases: 0, 'error shown': 0, 'input preserved': 0 }
test.afterAll(() => {
  recordResult({
    table: 'faults',
    what: '8 storage blocked, missing, full, broken or filled with garbage',
    figures: { ...seen, lost: seen.cases - seen['input preserved'] },
  })
})

for (const [what, breakStorage] of Object.entries(BROKEN)) {
  test(`a message is sent with storage that is ${what}`, async ({ page, gateway }) => {
    await page.addInitScript(breakStorage)
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await page.getByTitle('Switch to dark theme').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await failAndSend(page)
    const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
    expect(second).toEqual(first)
  })
}

test('a message is sent with garbage in storage, which is replaced', async ({ page, gateway }) => {
  test.slow()
  await openForm(page, gateway)
  for (const garbage of GARBAGE) {
    await test.step(garbage.slice(0, 40) || 'nothing', async () => {
      await page.evaluate((text) => {
        for (const key of ['draft', 'theme', 'last-message']) localStorage.setItem(key, text)
      }, garbage)
      await openForm(page, gateway)
      seen.cases++
      await write(page)
      seen['input preserved']++
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
      seen['error shown']++
      expect(await page.evaluate(() => localStorage.getItem('draft'))).toBeNull()
    })
  }
  for (const { fields } of gateway.received) {
    expect(fields.submission_id).toEqual([expect.stringMatching(/^[\w-]{1,64}$/)])
  }
})

test('no older draft returns after sending a text that exceeded the storage quota', async ({
  page,
  gateway,
}) => {
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function (this: Storage, key, value) {
      if (value.length > 200) throw new DOMException('full', 'QuotaExceededError')
      write.call(this, key, value)
    }
  })
  await openForm(page, gateway)
  await fill(page)
  await message(page).fill('Short')
  await message(page).fill('Long '.repeat(50))
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
  await openForm(page, gateway)
  await expect(name(page)).toHaveValue('')
  await expect(message(page)).toHaveValue('')
})

async function write(page: Page) {
  await fill(page)
  await message(page).fill('Keep me')
}

/** The first try fails with an error and keeps the input. The second succeeds. */
async function failAndSend(page: Page) {
  seen.cases++
  await write(page)
  await button(page).click()
  await expect(notice(page)).toContainText('could not be sent')
  seen['error shown']++
  await expect(message(page)).toHaveValue('Keep me')
  seen['input preserved']++
  await expect(button(page)).toBeEnabled()
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
}

import type { Page } from '@playwright/test'
import { recordResult } from '../fixtures/results.ts'
import { button, expect, fill, message, name, notice, openForm, subject, test } from './contact.ts'
import { hold } from './site.ts'

const SUBJECT = 'Subject 4, which takes rather many words to say'

test.describe('the draft survives', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test('a reload, with its submission id, until it is sent', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page)
    await subject(page).selectOption(SUBJECT)
    await message(page).fill('Keep me')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Keep me')
    await expect(subject(page)).toHaveValue(SUBJECT)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
  })

  test('a reload, without overwriting text typed meanwhile', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    await message(page).fill('From the first visit')

    const release = await hold(page, /assets\/ContactForm/)
    await page.reload()
    await message(page).fill('Typed early')
    release()
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Typed early')
  })

  test('blocked storage, until the page unloads', async ({ page, gateway }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })
})

test.describe('a draft', () => {
  test.use({ variant: 'no captcha' })

  test('stays in its tab', async ({ context, page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    const other = await context.newPage()
    await openForm(other, gateway)
    await expect(name(other)).toHaveValue('')
    await name(other).fill('Grace')
    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('Ada Łovelace')
  })
})

test.describe('a storage that fails', () => {
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

  /** Stored values that another site of the origin or a curious visitor may leave; `draft.test.ts` has more. */
  const GARBAGE = [
    '{',
    '{"fields":{"user_name":{"a":1},"message":[1],"__proto__":{"x":1}},"submissionId":"a"}',
    `{"fields":{"user_name":"Bo"},"submissionId":"${'x'.repeat(300_000)}","startedAt":1e300}`,
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
      await page.getByLabel('Theme').selectOption('dark')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await failAndSend(page)
      const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
      expect(second).toEqual(first)
    })
  }

  test('a message is sent with garbage in storage, which is replaced', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    for (const garbage of GARBAGE) {
      await test.step(garbage.slice(0, 40) || 'nothing', async () => {
        await page.evaluate((text) => {
          for (const key of ['/theme', '/last-message']) localStorage.setItem(key, text)
          sessionStorage.setItem('/draft', text)
        }, garbage)
        await openForm(page, gateway)
        seen.cases++
        await fill(page, 'Keep me')
        seen['input preserved']++
        await button(page).click()
        await expect(notice(page)).toContainText('Thank you')
        seen['error shown']++
        expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toBeNull()
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

  /** The first try fails with an error and keeps the input. The second succeeds. */
  async function failAndSend(page: Page) {
    seen.cases++
    await fill(page, 'Keep me')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    seen['error shown']++
    await expect(message(page)).toHaveValue('Keep me')
    seen['input preserved']++
    await expect(button(page)).toBeEnabled()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  }
})

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

import { button, expect, fill, message, name, notice, openForm, test } from './contact.ts'
import { hold } from './site.ts'

test.describe('the draft survives', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test('a reload, with its submission id, until it is sent', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page)
    await page.getByRole('combobox', { name: 'Subject' }).click()
    await page.getByRole('option', { name: 'Subject 4' }).click()
    await message(page).fill('Keep me')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Keep me')
    await expect(page.getByRole('combobox', { name: 'Subject' })).toContainText('Subject 4')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
  })

  test('a closed tab, without overwriting text typed meanwhile', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page)
    await message(page).fill('From the first visit')
    await page.close()

    const next = await context.newPage()
    const release = await hold(next, /assets\/form-controller/)
    await next.goto(gateway.url)
    await next.getByLabel('Message').fill('Typed early')
    release()
    await expect(next.getByLabel('Name', { exact: true })).toHaveValue('Ada Łovelace')
    await expect(next.getByLabel('Message')).toHaveValue('Typed early')
  })

  test('blocked storage, until the page unloads', async ({ page, gateway }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
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

  test('in a closed tab when another tab sends its own message', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page)
    const other = await context.newPage()
    await openForm(other, gateway)
    await message(other).fill('Not sent yet')
    await other.close()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const again = await context.newPage()
    await openForm(again, gateway)
    await expect(message(again)).toHaveValue('Not sent yet')
  })

  test('another tab sending the same draft: the next message gets a new submission id', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page)
    const other = await context.newPage()
    await openForm(other, gateway)
    await button(other).click()
    await expect(notice(other)).toContainText('Thank you')
    await message(page).fill('Something else')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
    expect(second).not.toEqual(first)
  })
})

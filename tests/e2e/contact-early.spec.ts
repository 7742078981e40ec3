import {
  button,
  email,
  expect,
  fill,
  hold,
  message,
  name,
  notice,
  openForm,
  subject,
  test,
} from './contact.ts'
import { hydrated } from './site.ts'

const FORM_SCRIPTS = /assets\/(live-form|altcha|pbkdf2)/

test('nothing of the form comes before somebody touches it', async ({ page, gateway }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(gateway.url)
  await hydrated(page)
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => FORM_SCRIPTS.test(path))).toEqual([])
  await message(page).hover()
  await expect(subject(page)).toHaveAttribute('aria-haspopup', 'listbox')
  expect(asked.filter((path) => FORM_SCRIPTS.test(path))).toHaveLength(1)
})

test('what was typed and chosen before the scripts came is still there', async ({
  page,
  gateway,
}) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(gateway.url, { waitUntil: 'commit' })
  await fill(page)
  await subject(page).selectOption('Feedback')
  await message(page).fill('Early')
  release()
  await expect(subject(page)).toHaveAttribute('aria-haspopup', 'listbox')
  await expect(subject(page)).toHaveText('Feedback')
  await expect(name(page)).toHaveValue('Ada Łovelace')
  await expect(message(page)).toHaveValue('Early')
  await expect(message(page)).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('draft'))).toContain('Early')
})

test("the browser's own dropdown is left alone while it is in use", async ({ page, gateway }) => {
  const release = await hold(page, /assets\/live-form/)
  await page.goto(gateway.url)
  await hydrated(page)
  await subject(page).focus()
  release()
  await expect(page.getByRole('region', { name: 'Notices' })).toBeAttached()
  await expect(subject(page)).not.toHaveAttribute('aria-haspopup')
  await subject(page).selectOption('Other')
  await message(page).focus()
  await expect(subject(page)).toHaveAttribute('aria-haspopup', 'listbox')
  await expect(subject(page)).toHaveText('Other')
})

test.describe('sent early', () => {
  test.use({ variant: 'no captcha' })

  for (const script of [/assets\/client/, /assets\/live-form/]) {
    test(`a message waits for its scripts: ${script.source}`, async ({ page, gateway }) => {
      const release = await hold(page, script)
      await page.goto(gateway.url, { waitUntil: 'commit' })
      await fill(page)
      await subject(page).selectOption('Subject 4, which takes rather many words to say')
      await button(page).click()
      // What shows that the press has been heard.
      const isHeard = page.locator('form[data-early]').or(page.getByText('Sending'))
      await expect(isHeard.first()).toBeVisible()
      await page.waitForTimeout(300)
      expect(gateway.received).toHaveLength(0)
      release()
      await expect(notice(page)).toContainText('Thank you')
      await expect(isHeard).toHaveCount(0)
      expect(gateway.received).toHaveLength(1)
      expect(gateway.received[0]?.fields).toMatchObject({
        user_name: ['Ada Łovelace'],
        subject: ['Subject 4, which takes rather many words to say'],
        lib_version: ['4.3.3'],
      })
    })
  }

  test.describe('and no scripts ever come', () => {
    test.use({ allowed: /ERR_FAILED|Failed to load/ })

    for (const script of [/assets\/client/, /assets\/live-form/]) {
      test(`the browser posts it by itself: ${script.source}`, async ({ page, gateway }) => {
        await page.route(script, (route) => route.abort())
        await page.goto(gateway.url)
        await fill(page)
        await button(page).click()
        // Each touch asks for the scripts again; none may send again.
        await page.mouse.wheel(0, 10)
        await page.mouse.wheel(0, -10)
        await expect.poll(() => gateway.received.length).toBe(1)
        expect(gateway.received[0]?.fields).toMatchObject({
          user_email: ['ada@example.com'],
          service_id: ['default_service'],
        })
        expect(gateway.received[0]?.fields).not.toHaveProperty('lib_version')
        await expect(page).toHaveURL(/send-form$/)
        expect(gateway.received).toHaveLength(1)
      })
    }

    test('nor fail to: after 15 seconds the browser posts it', async ({ page, gateway }) => {
      await page.clock.install()
      await hold(page, /assets\/client/)
      await page.goto(gateway.url, { waitUntil: 'commit' })
      await fill(page)
      await button(page).click()
      await page.clock.fastForward(14_000)
      expect(gateway.received).toHaveLength(0)
      await page.clock.fastForward(2_000)
      await expect.poll(() => gateway.received.length).toBe(1)
    })
  })
})

test.describe('without scripts', () => {
  // The bare answer has no icon of its own, so the browser looks for one.
  test.use({ javaScriptEnabled: false, allowed: /404/ })

  test('the form posts by itself, with every field that the gateway needs', async ({
    page,
    gateway,
  }) => {
    gateway.checksCaptcha = false
    await page.goto(gateway.url)
    await fill(page)
    await page.locator('select[name="subject"]').selectOption('Job Opportunity')
    await message(page).fill('No scripts')
    await expect(page.getByRole('group', { name: 'Captcha' })).toBeHidden()
    await button(page).click()
    await expect(page).toHaveURL(`${gateway.url}/api/v1.0/email/send-form`)
    expect(gateway.received[0]?.contentType).toMatch(/^multipart\/form-data/)
    expect(gateway.received[0]?.fields).toEqual({
      service_id: ['default_service'],
      template_id: ['contact'],
      user_id: ['portfolio'],
      submission_id: [''],
      seconds_to_fill: [''],
      contact_website_url: [''],
      user_name: ['Ada Łovelace'],
      user_email: ['ada@example.com'],
      subject: ['Job Opportunity'],
      message: ['No scripts'],
    })
  })

  test('the browser itself asks for name and address', async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await button(page).click()
    await name(page).fill('Ada')
    await email(page).fill('no address')
    await button(page).click()
    expect(gateway.received).toEqual([])
    await expect(page).toHaveURL(`${gateway.url}/`)
  })
})

test('coming and going leaves one form and one answer', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await expect(page.locator('[name="subject"]')).toHaveCount(1)
  await expect(page.locator('[name="submission_id"]')).toHaveValue(/^[0-9a-f-]{36}$/)
})

import {
  button,
  email,
  expect,
  fill,
  message,
  name,
  notice,
  openForm,
  subject,
  test,
} from './contact.ts'
import { HYDRATED_FORM, hold, hydrated } from './site.ts'

const FORM_SCRIPTS = /assets\/(ContactForm|altcha)/

test("the form's script loads when the form is nearly in view, and nothing else of it", async ({
  page,
  gateway,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(gateway.url)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(requested.filter((path) => FORM_SCRIPTS.test(path))).toEqual([])
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  await message(page).focus()
  await page.waitForLoadState('networkidle')
  expect(requested.filter((path) => FORM_SCRIPTS.test(path))).toHaveLength(1)
})

test('input from before the scripts loaded is preserved', async ({ page, gateway }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(gateway.url, { waitUntil: 'commit' })
  await fill(page)
  await subject(page).selectOption('Feedback')
  await message(page).fill('Early')
  release()
  await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  await expect(subject(page)).toHaveValue('Feedback')
  await expect(name(page)).toHaveValue('Ada Łovelace')
  await expect(message(page)).toHaveValue('Early')
  await expect(message(page)).toBeFocused()
  expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toContain('Early')
})

test.describe('submitted before the scripts load', () => {
  test.use({ variant: 'no captcha' })

  for (const script of [/assets\/client/, /assets\/ContactForm/]) {
    test(`a message is queued until its scripts load: ${script.source}`, async ({
      page,
      gateway,
    }) => {
      const release = await hold(page, script)
      await page.goto(gateway.url, { waitUntil: 'commit' })
      await fill(page)
      await subject(page).selectOption('Subject 4, which takes rather many words to say')
      await button(page).click()
      // The feedback that the click was registered.
      const feedback = page.locator('form[data-pending]').or(page.getByText('Sending'))
      await expect(feedback.first()).toBeVisible()
      await page.waitForTimeout(300)
      expect(gateway.received).toHaveLength(0)
      release()
      await expect(notice(page)).toContainText('Thank you')
      await expect(feedback).toHaveCount(0)
      expect(gateway.received).toHaveLength(1)
      expect(gateway.received[0]?.fields).toMatchObject({
        user_name: ['Ada Łovelace'],
        subject: ['Subject 4, which takes rather many words to say'],
        lib_version: ['4.3.3'],
      })
    })
  }

  test.describe('when the scripts fail to load', () => {
    test.use({ allowed: /ERR_FAILED|Failed to load|Error hydrating/ })

    for (const script of [/assets\/client/, /assets\/ContactForm/]) {
      test(`the browser submits the form natively: ${script.source}`, async ({ page, gateway }) => {
        await page.route(script, (route) => route.abort())
        await page.goto(gateway.url)
        await fill(page)
        const pressedAt = Date.now()
        await button(page).click()
        // Each interaction requests the scripts again. None may submit again.
        await page.mouse.wheel(0, 10)
        await page.mouse.wheel(0, -10)
        await expect.poll(() => gateway.received.length).toBe(1)
        // At once, and not only after 10 seconds.
        expect(Date.now() - pressedAt).toBeLessThan(9_000)
        expect(gateway.received[0]?.fields).toMatchObject({
          user_email: ['ada@example.com'],
          service_id: ['default_service'],
        })
        expect(gateway.received[0]?.fields).not.toHaveProperty('lib_version')
        await expect(page).toHaveURL(/send-form$/)
        expect(gateway.received).toHaveLength(1)
      })
    }

    test('when they neither load nor fail, the browser submits after 10 seconds', async ({
      page,
      gateway,
    }) => {
      await page.clock.install()
      await hold(page, /assets\/client/)
      await page.goto(gateway.url, { waitUntil: 'commit' })
      await fill(page)
      await button(page).click()
      await page.clock.fastForward(9_000)
      expect(gateway.received).toHaveLength(0)
      await page.clock.fastForward(2_000)
      await expect.poll(() => gateway.received.length).toBe(1)
    })
  })
})

test.describe('without scripts', () => {
  // The plain response has no icon, so the browser requests /favicon.ico.
  test.use({ javaScriptEnabled: false, allowed: /404/ })

  test('the form submits natively with every field that the gateway needs', async ({
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
      template_id: ['message'],
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

  test('native validation requires name and e-mail address', async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await button(page).click()
    await name(page).fill('Ada')
    await email(page).fill('no address')
    await button(page).click()
    expect(gateway.received).toEqual([])
    await expect(page).toHaveURL(`${gateway.url}/`)
  })
})

test('scrolling away and back leaves one form and one subject field', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await expect(page.locator('[name="subject"]')).toHaveCount(1)
})

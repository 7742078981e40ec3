import { startTestGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { type MailServer, smtpSettings, startMailServer } from '../../fixtures/mail-server.ts'
import { builtSite } from '../../fixtures/sites.ts'
import { expect, hydrated, test } from '../site.ts'

// End to end, from the visitor's input to the owner's inbox: page, captcha, gateway, database, mail.

let server: MailServer
let gateway: TestGateway

test.beforeEach(async () => {
  server = await startMailServer()
  gateway = await startTestGateway({
    site: await builtSite('shipped'),
    page: { captcha: 'altcha' },
    environment: {
      ...smtpSettings(server.url),
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
    },
  })
})
test.afterEach(async () => {
  await gateway.close()
  await server.close()
})

const WORDS = 'Dzień dobry! 🎉\n\nCould you build <our> shop & café?\n.\nFrom here on: "quotes".'

/** A fast human typing speed: filling in the form faster is a spam signal. */
const TYPING = { delay: 40 }

test('a message from the form is delivered unchanged', async ({ page }) => {
  await page.goto(gateway.url)
  await hydrated(page)
  const form = page.locator('form')
  await form.getByLabel('Name').pressSequentially('Zoë Żółć-O’Brien', TYPING)
  await form.getByLabel('E-mail').fill('zoe@example.org')
  await form.getByRole('combobox', { name: 'Subject' }).selectOption('Project Collaboration')
  await form.getByLabel('Message').pressSequentially(WORDS, TYPING)
  await page.getByRole('checkbox', { name: 'I’m not a robot' }).click()
  await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()

  const [received] = await server.waitFor(1)
  expect(received).toMatchObject({
    from: 'portfolio@portfolio.test',
    to: ['owner@portfolio.test'],
  })
  const { mail } = received ?? {}
  expect(mail?.subject).toBe('Project Collaboration: Zoë Żółć-O’Brien wrote to you')
  expect(mail?.replyTo).toEqual([{ address: 'zoe@example.org', name: '' }])
  expect(mail?.text?.replaceAll('\r\n', '\n')).toContain(`\n\n${WORDS}\n\n`)
  const number = page.getByRole('region', { name: 'Receipt' }).locator('dd').first()
  expect(mail?.text).toContain(`Receipt: ${await number.textContent()}`)
  // On another page, because the site's CSP forbids the mail's inline styles.
  const elsewhere = await page.context().newPage()
  const seen = await elsewhere.evaluate((html) => {
    const shown = new DOMParser().parseFromString(html, 'text/html')
    const links = Array.from(shown.links, (link) => link.textContent)
    return { text: shown.body.textContent, links, images: shown.images.length }
  }, mail?.html ?? '')
  expect(seen.text).toContain('Could you build <our> shop & café?')
  expect(seen).toMatchObject({ links: ['Block this sender'], images: 0 })
  // The gateway learns after the mail server that the mail is accepted.
  await expect
    .poll(() => gateway.gateway.store.db.selectFrom('messages').selectAll().execute())
    .toMatchObject([{ state: 'sent', reason: null, message_id_header: mail?.messageId }])
})

import { join } from 'node:path'
import fc from 'fast-check'
import nodemailer from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { composeMail } from '../../src/gateway/mail/compose.ts'
import { readTemplates } from '../../src/gateway/mail/template.ts'
import type { Message } from '../../src/gateway/store/database.ts'
import { amount } from '../fixtures/figures.ts'
import { FUZZ_TIMEOUT, forEvery, keepCount, startCount } from '../fixtures/fuzz.ts'
import { CONTROLS, postJson, startTestGateway } from '../fixtures/gateway.ts'
import { hostileLine, hostileText, oneAddress } from '../fixtures/hostile-words.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { readPage } from '../fixtures/read-page.ts'

const SENDER = { from: 'page@example.org', to: 'owner@example.org', site: 'Reward Codes' }

type Said = { user_name: string; user_email: string; subject: string; message: string }

const said: fc.Arbitrary<Said> = fc.record({
  user_name: hostileLine,
  user_email: fc.oneof(oneAddress, fc.constant('')),
  subject: hostileLine,
  message: hostileText,
})

/** A mail has whole signs and knows one kind of line end; nothing else of the words may change. */
const asMailed = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n')
/** The reader of these tests takes a sign without width from the front of a coded word. */
const asRead = (text: string) => text.toWellFormed().replaceAll('\ufeff', '').trim()
/** Marks that turn the direction stand in no header. */
const asHeader = (text: string) => asRead(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''))

const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']

function expectWordsOnly(mail: Email, { user_name, user_email, subject, message: typed }: Said) {
  const message = asMailed(typed)
  const who = user_name || 'Somebody'
  const names = mail.headers.map(({ key }) => key).sort()
  expect(names).toEqual(user_email ? [...HEADERS, 'reply-to'].sort() : HEADERS)
  expect(mail.from).toEqual({ address: SENDER.from, name: SENDER.site })
  expect(mail.to).toEqual([{ address: SENDER.to, name: '' }])
  expect(mail.replyTo).toEqual(user_email ? [{ address: user_email, name: '' }] : undefined)
  expect(mail.attachments).toEqual([])
  const title = `${subject && `${subject}: `}${who} wrote to you`
  expect(asRead(mail.subject ?? '')).toBe(asHeader(title))
  const text = [
    `${who}${user_email && ` <${user_email}>`} wrote to you through ${SENDER.site}.\n`,
    subject && `Subject: ${subject}\n`,
    `\n${message || '(no words, only the wish to hear from you)'}\n\n--\n`,
    user_email && `Reply to this mail and it goes to ${user_email}.\n`,
  ].join('')
  expect(asMailed(mail.text ?? '').slice(0, asMailed(text).length)).toBe(asMailed(text))
  const page = readPage(mail.html ?? '')
  const isFull = { user_email, subject, message }
  expect(withoutBreaks(page.elements)).toEqual(withoutBreaks(elementsOf(isFull)))
  for (const words of [who, subject, message]) expect(page.text).toContain(asMailed(words))
}

const withoutBreaks = (elements: string[]) => elements.filter((name) => name !== 'br')

const template = readTemplates(join(import.meta.dirname, '../../content/mail')).get('contact')
const mailer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

function compose(variables: Record<string, string>) {
  if (!template) throw new Error('There is no template "contact".')
  const message = {
    id: 'name',
    mail_id: '<name@example.org>',
    received_at: 0,
    variables: JSON.stringify(variables),
  }
  return composeMail(message as Message, template, SENDER)
}

/** The elements of a mail with harmless words in the same places. */
function elementsOf(said: Omit<Said, 'user_name'>): string[] {
  const harmless = Object.entries(said).map(([name, value]) => [name, value && 'x'])
  return readPage(String(compose(Object.fromEntries(harmless)).html)).elements
}

test('words of a visitor arrive as they are, and are nothing but words', FUZZ_TIMEOUT, async () => {
  const count = startCount()
  await forEvery(count, said, amount(150, 12_000), async (words) => {
    const { message } = await mailer.sendMail(compose(words))
    expectWordsOnly(await PostalMime.parse(message as Buffer), words)
  })
  keepCount('words of visitors, composed and read back from the mail', count)
})

test('the same holds the whole way from the request to the mail server', FUZZ_TIMEOUT, async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  const environment = { SMTP_URL: server.url, MAIL_FROM: SENDER.from, MAIL_TO: SENDER.to }
  const { url, close } = await startTestGateway({ environment, page: { site: SENDER.site } })
  onTestFinished(close)
  const count = startCount()
  await forEvery(count, said, amount(12, 200), async (words) => {
    const before = server.received.length
    const { reason } = await postJson(url, { ...CONTROLS, template_params: words })
    expect(['accepted', 'repeated']).toContain(reason)
    if (reason === 'repeated') return
    await server.waitFor(before + 1)
    const arrived = server.received.at(-1)
    if (!arrived) throw new Error('There is no mail.')
    expect(arrived).toMatchObject({ from: SENDER.from, to: [SENDER.to] })
    expectWordsOnly(arrived.mail, words)
  })
  keepCount('words of visitors, from the request to the mail server', count)
})

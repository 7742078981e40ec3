import fc from 'fast-check'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { forEvery, hostileLine, hostileText, oneAddress } from '../fixtures/fuzz.ts'
import { mailOf } from '../fixtures/mail-template.ts'
import { readPage } from '../fixtures/read-page.ts'

const OWNER = 'owner@example.org'
const HOST = 'portfolio.test'
const SENDER = { from: 'page@example.org', to: OWNER, site: 'Reward Codes', host: HOST }

type Said = { user_name: string; user_email: string; subject: string; message: string }

const said: fc.Arbitrary<Said> = fc.record({
  user_name: hostileLine,
  user_email: fc.oneof(oneAddress, fc.constant('')),
  subject: hostileLine,
  message: hostileText,
})

/** Marks that turn the direction of text are removed: a name of a file could be read backwards. */
const withoutMarks = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
/** A mail has whole signs and knows one kind of line end; nothing else of the words may change. */
const asMailed = (text: string) => withoutMarks(text).toWellFormed().replace(/\r\n?/g, '\n')
/** The reader of these tests takes a sign without width from the front of a coded word. */
const asRead = (text: string) => text.toWellFormed().replaceAll('\ufeff', '').trim()

const BLOCK_LINK = /^a class="soft" href="https:\/\/portfolio\.test\/api\/v1\.0\/review\/[\w.-]+"/
const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']

async function expectWordsOnly(
  mail: Email,
  { user_name: name, user_email, subject: about, message: typed }: Said,
) {
  const [user_name, subject, message] = [withoutMarks(name), withoutMarks(about), asMailed(typed)]
  const who = /[^\s\p{Cc}\p{Cf}]/u.test(user_name) ? user_name : 'Somebody'
  const names = mail.headers.map(({ key }) => key).sort()
  // Not every server accepts an address such as a@b.
  const isOffered = /@.*\./s.test(user_email)
  expect(names).toEqual(isOffered ? [...HEADERS, 'reply-to'].sort() : HEADERS)
  expectSender(mail.from, user_name)
  expect(mail.to).toEqual([{ address: OWNER, name: '' }])
  expect(mail.replyTo).toEqual(isOffered ? [{ address: user_email, name: '' }] : undefined)
  expect(mail.attachments).toEqual([])
  if (subject || !/[^\s\p{Cc}\p{Cf}]/u.test(message)) {
    const title = `${subject && `${subject}: `}${who} wrote to you`
    expect(asRead(mail.subject ?? '')).toBe(asRead(title).replaceAll('=?', '= ?'))
  } else expectFirstWords(mail.subject ?? '', message)
  const text = [
    `${who}${user_email && ` <${user_email}>`} wrote to you through ${SENDER.host}.\n`,
    subject && `Subject: ${subject}\n`,
    `\n${message || '(The message is empty.)'}\n\n--\n`,
    isOffered && `Reply to this mail and it goes to ${user_email}.\n`,
  ]
    .filter(Boolean)
    .join('')
  expect(asMailed(mail.text ?? '').slice(0, asMailed(text).length)).toBe(asMailed(text))
  const page = readPage(mail.html ?? '')
  const isFull = { user_email, subject, message }
  const elements = page.elements.filter((name) => !BLOCK_LINK.test(name))
  expect(withoutBreaks(elements)).toEqual(withoutBreaks(await elementsOf(isFull)))
  for (const words of [who, subject, message]) expect(page.text).toContain(asMailed(words))
}

/** The name is shown as it is, but for what a reader could take for another address. */
function expectSender(from: Email['from'], user_name: string) {
  expect(from?.address).toBe(SENDER.from)
  const end = ` via ${HOST}`
  if (!from?.name.endsWith(end)) {
    expect(from?.name).toBe(SENDER.site)
    return expect(lettersOf(user_name)).toBe('')
  }
  const name = from.name.slice(0, -end.length)
  expect(name).not.toMatch(/[@\uff20\ufe6b<>"\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  expect(lettersOf(user_name.replace(/[@\uff20\ufe6b]/g, 'at'))).toContain(lettersOf(name))
}

/** The subject is how the message begins, up to about sixty characters. */
function expectFirstWords(subject: string, message: string) {
  expect(subject.length).toBeLessThan(1000)
  expect(lettersOf(message)).toContain(lettersOf(subject))
}

const lettersOf = (text: string) =>
  text
    .toWellFormed()
    .match(/[\p{L}\p{N}]/gu)
    ?.join('') ?? ''

const withoutBreaks = (elements: string[]) => elements.filter((name) => name !== 'br')

/** The elements of a mail with plain text in the same fields. */
async function elementsOf(said: Omit<Said, 'user_name'>): Promise<string[]> {
  const plain = Object.entries(said).map(([name, value]) => [name, value && 'x'])
  const { mail } = await mailOf(Object.fromEntries(plain), undefined, SENDER)
  return readPage(mail.html ?? '').elements
}

test('words of a visitor arrive as they are, and are nothing but words', async () => {
  await forEvery(said, [150, 12_000], async (words) => {
    await expectWordsOnly((await mailOf(words, undefined, SENDER)).mail, words)
  })
})

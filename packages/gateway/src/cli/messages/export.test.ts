import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { cellOf } from './export.ts'
import { mboxEntry, quoteFrom } from './mbox.ts'

test.each(['=1+1', '+48 600', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1', '  =1+1', '＝1'])(
  '%j is quoted, so that a spreadsheet reads it as text',
  (text) => {
    expect(cellOf(text)).toMatch(/^"'/)
  },
)

test.each(['Anna', '5 = five', 'a-b', "'quoted'", '', '1'])('%j is unchanged', (text) => {
  expect(cellOf(text)).toBe(`"${text}"`)
})

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(cellOf('say "hi",\r\nthen go')).toBe('"say ""hi"",\nthen go"')
})

test('a formula cannot break out of its cell', () => {
  expect(cellOf('x","=1+1')).toBe('"x"",""=1+1"')
})

test('control characters are printed visibly', () => {
  expect(cellOf('\u001b[2J')).toBe('"<U+001B>[2J"')
})

const MAIL = {
  from: 'me@example.org',
  to: 'owner@example.org',
  replyTo: 'anna@example.com',
  subject: 'Zażółć: Anna wrote to you',
  messageId: '<0mwq227vc-73e720b63f731b18@example.org>',
  date: new Date('2026-11-01T07:04:42Z'),
}

/** Parses mbox as mail programs do. */
function parseMbox(mbox: string): Promise<Awaited<ReturnType<typeof PostalMime.parse>>[]> {
  const mails = mbox
    .split(/(?:^|\n)From [^\n]*\n/)
    .slice(1)
    .map((mail) => mail.replace(/^>(>*From )/gm, '$1'))
  return Promise.all(mails.map((mail) => PostalMime.parse(mail)))
}

test('entries are valid mails that parse back to the originals', async () => {
  const texts = [
    'Hello,\nFrom here on.\n>From there.\n>>From far away.\n\nFrom a@b Sat Nov  1 00:00:00 2026\nend',
    'Zażółć gęślą jaźń\nFrom Ł',
  ]
  const entries = await Promise.all(
    texts.map((text) => mboxEntry({ ...MAIL, text }, Date.parse('2026-11-01T07:04:42Z'))),
  )
  const mails = await parseMbox(Buffer.concat(entries).toString('latin1'))
  expect(mails).toHaveLength(2)
  expect(mails.map(({ text }) => text?.trimEnd())).toEqual(texts)
  expect(mails[0]?.messageId).toBe(MAIL.messageId)
  expect(mails[0]?.subject).toBe(MAIL.subject)
  expect(mails[0]?.replyTo?.[0]?.address).toBe('anna@example.com')
})

test('an entry starts with a From line and ends with an empty line', async () => {
  const entry = await mboxEntry({ ...MAIL, text: 'x' }, Date.parse('2026-11-01T07:04:42Z'))
  expect(entry.toString()).toMatch(/^From me@example\.org Sun Nov {2}1 07:04:42 2026\n/)
  expect(entry.toString()).toMatch(/[^\n]\n\n$/)
  expect(entry.toString()).not.toContain('\r')
})

test('a mail with an empty envelope sender gets MAILER-DAEMON', async () => {
  const reply = { ...MAIL, text: 'x', envelope: { from: '', to: 'a@example.com' } }
  expect((await mboxEntry(reply, 0)).toString()).toMatch(/^From MAILER-DAEMON Thu Jan {2}1 /)
})

test('only From lines are quoted, at any depth', () => {
  const quoted = quoteFrom(Buffer.from('From a\n>From b\n From c\nFrom: d\nfrom e\n'))
  expect(quoted.toString()).toBe('>From a\n>>From b\n From c\nFrom: d\nfrom e\n')
})

test('bytes of any encoding are unchanged', () => {
  const bytes = Buffer.from([0xff, 0xe2, 0x80, 0xa8, 0x46, 0x0a])
  expect(quoteFrom(bytes)).toEqual(bytes)
})

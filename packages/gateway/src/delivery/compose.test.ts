import { mailOf as compose, templateOf } from 'test-fixtures/mail-template.ts'
import { readPage } from 'test-fixtures/read-page.ts'
import { expect, test } from 'vitest'

test.each([
  '=?utf-8?Q?a=0D=0ABcc:_victim@example.org?=',
  `=?utf-8?B?${btoa('Your bank')}?= ${'ż'.repeat(150)} 😀`,
])('an encoded word in the subject is not decoded: %s', async (user_name) => {
  const { mail } = await compose({ user_name })
  expect(mail.subject).toBe(`${user_name.replaceAll('=?', '= ?')} wrote to you`)
})

test.each(['\u200d', '\u3164', '\u115f', '\u2800'])(
  'a name of invisible characters counts as none: %j',
  async (character) => {
    const { mail } = await compose({ user_name: character.repeat(200), message: '' })
    expect(mail.from?.name).toBe('Site')
    expect(mail.subject).toBe('Somebody wrote to you')
  },
)

test('no text of a visitor looks different from what it is by a control of direction', async () => {
  const { raw, mail } = await compose({
    message: 'see \u202egnp.exe',
    subject: '\u2066photo\u202egnp.exe',
    'file\u202ename': 'a\u202eb',
  })
  expect(raw).not.toMatch(/=E2=80=AE|=E2=81=A6/)
  expect(`${mail.text} ${mail.html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(mail.text).toContain('see gnp.exe')
  expect(mail.text).toContain('filename: ab')
})

test('a mail contains no bare CR, which some servers treat as the end of a line', async () => {
  const { raw, mail } = await compose({ message: 'one\r.\rtwo\r\nthree\rQUIT' })
  expect(raw).not.toMatch(/\r(?!\n)/)
  expect(mail.text).toContain('one\n.\ntwo\nthree\nQUIT')
})

test('the shipped template shows every submitted field', async () => {
  const { mail } = await compose({
    user_name: 'Ada',
    message: 'Hello',
    phone: '+48 12 345',
    company: 'Baker & <Sons>\nKraków',
  })
  for (const text of ['phone: +48 12 345', 'company: Baker & <Sons>\nKraków']) {
    expect(mail.text).toContain(text)
  }
  const page = readPage(mail.html ?? '')
  for (const text of ['phone', '+48 12 345', 'company', 'Baker & <Sons>', 'Kraków']) {
    expect(page.text).toContain(text)
  }
  // A field that the template names appears once.
  expect(mail.text?.match(/Hello/g)).toHaveLength(1)
  expect(mail.text).not.toContain('user_name')
})

test.each([
  ['ada@example.net', true],
  ['a@b', false],
  ['jörg@example.net', false],
])(
  'a mail offers to answer %s only if it names it as Reply-To: %s',
  async (user_email, isOffered) => {
    const { mail } = await compose({ user_email })
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(
      isOffered ? [user_email] : undefined,
    )
    expect([mail.text, mail.html].map((text) => text?.includes('Reply to this mail'))).toEqual(
      Array(2).fill(isOffered),
    )
  },
)

test('the domain of an international address is shown in ASCII too', async () => {
  // Every letter of the first name is a Cyrillic one.
  const { mail } = await compose({ user_email: 'ada@сосо.example' })
  expect(mail.replyTo).toMatchObject([{ address: 'ada@xn--n1aahb.example' }])
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('ada@сосо.example (ada@xn--n1aahb.example)')
  }
})

test('an own template may use the names of EmailJS for the name and the address', async () => {
  const own = templateOf(`---
to: "{{owner_email}}"
replyTo: "{{from_email}}"
subject: "{{from_name}}"
text: "{{email}}{{#other_fields}} {{name}}={{value}}{{/other_fields}}"
---
<p>{{reply_to}}</p>`)
  const user_email = 'ada@example.org'
  const { mail } = await compose({ user_name: 'Ada', user_email, phone: '1' }, own)
  expect(mail.subject).toBe('Ada')
  expect(mail.replyTo).toEqual([{ address: user_email, name: '' }])
  expect(mail.text?.trim()).toBe(`${user_email} phone=1`)
})

test('a message without text is shown as empty, with its other fields', async () => {
  const { mail } = await compose({ rating: 'good' })
  expect(mail.text).toContain('(The message is empty.)\n\nrating: good\n--')
  expect(mail.html).toContain('The message is empty.')
})

test('each text of a visitor has the direction of its letters', async () => {
  const { mail } = await compose({ subject: 'שלום', message: 'مرحبا', budget: '100 ₪' })
  expect(mail.html).toMatch(/ dir="auto"[^>]*>مرحبا/)
  expect(mail.html).toContain('<bdi>שלום</bdi>')
  expect(mail.html).toContain('<span dir="auto">100 ₪</span>')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDelivery } from '../fixtures/delivery.ts'
import {
  CONTROLS,
  type Fields,
  freshForm,
  postForm,
  postJson,
  startTestGateway,
  type TestGateway,
} from '../fixtures/gateway.ts'

const BREAKS = ['\r\n', '\n', '\r', '\0', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u001b', '\t']
const ONE_LINE = ['user_name', 'user_email', 'subject']

/** The mail that comes of a form, as the owner's mail server gets it. */
async function mailOf(fields: Fields) {
  const { url, server } = await startDelivery()
  expect(await postForm(url, fields)).toMatchObject({ status: 200 })
  const [received] = await server.waitFor(1)
  if (!received) throw new Error('no mail came')
  const [head = ''] = received.raw.split('\r\n\r\n')
  const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase())
  return { ...received, names }
}

describe('1 E-mail header injection', () => {
  test.each(ONE_LINE)('a control character in %s is rejected on both paths', async (field) => {
    const { url, server } = await startDelivery()
    for (const mark of BREAKS) {
      const text = `ada@example.org${mark}Bcc: stranger@example.net`
      const byJson = { ...CONTROLS, template_params: { message: 'x', [field]: text } }
      const replies = [
        await postForm(url, freshForm({ [field]: text })),
        await postJson(url, byJson),
      ]
      expect(replies.map(({ status }) => status)).toEqual([400, 400])
    }
    expect(server.received).toEqual([])
  })

  test('a mail has exactly the headers of its template, whatever the content', async () => {
    const { names, to, mail } = await mailOf({
      user_name: 'Ada Bcc: stranger@example.net',
      subject: '=?utf-8?q?Hello=0D=0ABcc:_stranger@example.net?=',
      message: '\r\n\r\nBcc: stranger@example.net\r\n.\r\nRCPT TO:<stranger@example.net>\r\n',
    })
    expect(to).toEqual(['owner@portfolio.test'])
    expect(names.sort()).toEqual(
      'content-type date from message-id mime-version reply-to subject to'.split(' '),
    )
    expect(mail.subject).toContain('Bcc:_stranger')
  })

  test('bidi controls are removed from the subject', async () => {
    const { mail } = await mailOf({ user_name: 'Ada \u202egro.elpmaxe\u2066\u202c' })
    expect(mail.subject).toMatch(/Ada gro\.elpmaxe wrote to you$/)
  })
})

describe('2 Multiple addresses in one field', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  test.each([
    'a@example.org, b@example.org',
    'a@example.org;b@example.org',
    'a@example.org b@example.org',
    'friends:a@example.org,b@example.org;',
    'Ada <a@example.org>',
    '<a@example.org>',
    'a@example.org(b@example.org)',
    'a@example.org%20b@example.org',
    '"a@example.org,"@example.org',
    '@relay.example,@other.example:a@example.org',
    'a@example.org\u3000b@example.org',
  ])('%j is rejected as an address', async (user_email) => {
    const { url } = gateway
    const byJson = { ...CONTROLS, template_params: { message: 'x', user_email } }
    const replies = [await postForm(url, freshForm({ user_email })), await postJson(url, byJson)]
    expect(replies.map(({ reason }) => reason)).toEqual(['email-invalid', 'email-invalid'])
  })

  test('repeated address fields are rejected', async () => {
    const { url } = gateway
    const form = freshForm()
    form.append('user_email', 'second@example.org')
    expect(await postForm(url, form)).toMatchObject({ status: 400, reason: 'email-invalid' })
    const several = { user_email: ['a@example.org', 'b@example.org'] }
    const byJson = { ...CONTROLS, template_params: several }
    expect(await postJson(url, byJson)).toMatchObject({ reason: 'variable-corrupted' })
  })
})

describe('3 Template and HTML injection', () => {
  const HOSTILE =
    '{{owner_email}} {{{message_id}}} {{#site}}x{{/site}} {{=<% %>=}} <%site%> #{7*7} ' +
    '<img src="https://stranger.test/pixel.gif"><script>alert(1)</script><a href="https://stranger.test">here</a>'

  // More sentences than links: otherwise it is held.
  const SENTENCES = ' I have a question. It is short. Can you help? I hope so. Thank you.'

  test('visitor text is neither rendered as a template nor interpreted as markup', async () => {
    const { mail } = await mailOf({ user_name: HOSTILE.slice(0, 60), message: HOSTILE + SENTENCES })
    expect(mail.text).toContain(HOSTILE)
    expect(mail.text).not.toContain('owner@portfolio.test x')
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.html).toContain('{{owner_email}} {{{message_id}}}')
  })

  test('a mail has a plain text, no links but that of the owner, and fetches nothing when it is opened', async () => {
    const { mail } = await mailOf({ message: `https://stranger.test ${HOSTILE}${SENTENCES}` })
    expect(mail.text).toContain('https://stranger.test')
    const ofOwner =
      /<a class="soft" href="https:\/\/portfolio\.test\/api\/v1\.0\/review\/[\w.-]+" style="color:#4f5a55">/
    expect(mail.html?.replace(ofOwner, '')).not.toMatch(
      /<(a|img|script|link|iframe|object|form|base)\b/i,
    )
    expect(mail.html).not.toMatch(/url\(|@import/i)
  })

  test.each([
    '../../etc/passwd',
    'auto-reply',
    'review',
    'message.html',
    '__proto__',
    'constructor',
  ])('a request cannot choose the template %s', async (template_id) => {
    const { url } = await startDelivery()
    expect(await postForm(url, { template_id })).toMatchObject({ reason: 'template-unknown' })
  })
})

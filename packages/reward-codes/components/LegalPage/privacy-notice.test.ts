import { readConfiguration } from 'reward-codes-gateway/configuration'
import { knownSettings } from 'reward-codes-gateway/own-site'
import { smtpSettings } from 'test-fixtures/mail-server.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, test } from 'vitest'
import type { FormContact, Portfolio } from '../../content/portfolio.ts'
import { statedSettings } from '../../content/schema/legal.ts'
import { LANGUAGES } from '../../content/strings/languages.ts'
import { type NoticeFacts, privacyNotice } from './privacy-notice.ts'

type Form = FormContact['form']

/** The sentences of the notice with other settings of the form. */
function noticeWith(
  form: Partial<Form>,
  change: Partial<Portfolio> = {},
  facts: Partial<NoticeFacts> = {},
) {
  const sample = loadSample()
  if (!sample.contact?.form) throw new Error('The sample has a contact section.')
  const contact = { ...sample.contact, form: { ...sample.contact.form, ...form } }
  return privacyNotice({ ...sample, contact, ...change }, { ...NO_FACTS, ...facts })
    .flatMap(({ sentences }) => sentences)
    .join('\n')
}

const NO_FACTS: NoticeFacts = { imageHosts: [], settings: undefined }
const recaptcha = { provider: 'recaptcha', siteKey: 'x', theme: 'light', size: 'normal' } as const

describe('the privacy notice follows the settings', () => {
  test('of the sample: own gateway, own captcha, everything from one server', () => {
    const text = noticeWith({})
    expect(text).toContain('the server of this site stores your name')
    expect(text).toContain('No other company takes part')
    expect(text).toContain('Fonts, scripts and images come from the same server')
    expect(text).toContain('counts the messages from each network per hour')
    expect(text).not.toMatch(/hosted by|European Union/)
  })

  test('with EmailJS and reCAPTCHA, it names both', () => {
    const text = noticeWith({ origin: 'https://api.emailjs.com', captcha: recaptcha })
    expect(text).toContain('EmailJS (api.emailjs.com)')
    expect(text).toContain('Google reCAPTCHA protects the form')
    expect(text).not.toContain('No other company')
    expect(text).not.toContain('the server of this site stores')
    for (const name of ['EmailJS', 'Google reCAPTCHA']) {
      expect(text).toContain(`${name} may process data outside the European Union`)
    }
  })

  test('with another gateway, it names its host, and the days of retention', () => {
    const settings = { retentionDays: 90 }
    const text = noticeWith({ origin: 'https://mail.ewa.dev' }, {}, { settings })
    expect(text).toContain('mail.ewa.dev stores your name')
    expect(text).toContain('server: 90 days.')
    // Another program may receive the messages there.
    expect(text).not.toContain('per hour')
  })

  test('with images of other hosts, it names them', () => {
    const text = noticeWith({}, {}, { imageHosts: ['images.test', 'more.test'] })
    expect(text).toContain('Images also come from images.test and more.test')
  })

  test('it says purposes, legal bases and every right', () => {
    const text = noticeWith({})
    expect(text).toMatch(/to show you the page.*Art\.\s6\(1\)\(f\) GDPR/)
    expect(text).toMatch(/only to answer you.*Art\.\s6\(1\)\(b\) GDPR/)
    const rights = ['what data', 'corrected', 'erased', 'restricted', 'common format', 'object']
    for (const right of [...rights, 'complain']) expect(text).toContain(right)
  })

  test('with an address, it says what becomes of mails, also without a form', () => {
    const sample = loadSample()
    if (!sample.contact) throw new Error('The sample has a contact section.')
    const contact = { ...sample.contact, form: undefined, email: 'me@ewa.dev' }
    const notice = privacyNotice({ ...sample, contact }, NO_FACTS)
    expect(notice.map(({ heading }) => heading)).toEqual([
      'Visiting this page',
      'Contact',
      'Your rights',
    ])
    expect(notice[1]?.sentences[0]).toContain('If you write to me by e-mail')
  })

  test('without a form, it says nothing of one', () => {
    const { contact: _, ...sample } = loadSample()
    const headings = privacyNotice(sample, NO_FACTS).map(({ heading }) => heading)
    expect(headings).toEqual(['Visiting this page', 'Your rights'])
  })
})

describe('each setting of the gateway changes its sentence', () => {
  const MAIL = {
    ...smtpSettings('smtps://me:x@smtp.mail.dev'),
    MAIL_FROM: 'a@ewa.dev',
    MAIL_TO: 'a@ewa.dev',
  }

  /** The notice of a site that is built with a gateway's settings. */
  function noticeOf(environment: Record<string, string>, isRunning = false, said = {}) {
    const read = readConfiguration(environment)
    if (!read.ok) throw new Error(read.faults.join())
    const privacy = { generated: true, text: [], ...said }
    const known = knownSettings(read.configuration, environment, isRunning)
    const settings = statedSettings(privacy, known)
    return noticeWith({}, { legal: { privacy } }, { settings })
  }

  test.each([
    ['RETENTION_DAYS', { RETENTION_DAYS: '30' }, 'server: 30 days.', 'server: 180 days.'],
    ['AUTO_REPLY', { AUTO_REPLY: 'yes' }, 'an automatic reply', undefined],
    ['SMTP_HOST', { SMTP_HOST: 'smtp.other.dev' }, 'through smtp.other.dev', 'smtp.mail.dev'],
  ])('%s', (_, change, sentence, before) => {
    const [text, other] = [noticeOf({ ...MAIL, ...change }), noticeOf(MAIL)]
    expect(text).toContain(sentence)
    expect(other).not.toContain(sentence)
    if (before) expect(other).toContain(before)
    if (before) expect(text).not.toContain(before)
  })

  test('a mail server in the own network is not named', () => {
    expect(noticeOf({ ...MAIL, ...smtpSettings('smtp://10.0.0.2:25') })).not.toContain(
      'sent through',
    )
  })

  test('defaults are stated only if the settings are complete', () => {
    const unknown = noticeOf({})
    expect(unknown).toContain('depends on its settings')
    expect(unknown).not.toMatch(/180|sent through|automatic reply/)
    expect(noticeOf({}, true)).toContain('server: 180 days.')
    const partial = noticeOf({ AUTO_REPLY: 'yes' })
    expect(partial).toContain('an automatic reply')
    expect(partial).toContain('depends on its settings')
  })

  test('what the owner says counts where the build knows nothing', () => {
    const said = { retentionDays: 90, host: 'Example Hosting' }
    const text = noticeOf({}, false, said)
    expect(text).toContain('server: 90 days.')
    expect(text).toContain('hosted by Example Hosting')
    expect(noticeOf(MAIL, false, said)).toContain('server: 180 days.')
  })
})

test.each([
  ['ar', 1, 'يوم.'],
  ['de', 1, ': 1 Tag.'],
  ['de', 30, ': 30 Tage.'],
  ['fr', 30, '\u00a0: 30\u00a0jours.'],
  ['ja', 30, '：30 日。'],
  ['pl', 22, ': 22 dni.'],
  ['uk', 21, ': 21 день.'],
])('the days of storage are in the form of the language: %s, %i', (language, days, end) => {
  const { site, strings } = loadSample()
  const { legal } = LANGUAGES[language] ?? strings
  const change = { site: { ...site, language }, strings: { ...strings, legal } }
  const text = noticeWith({}, change, { settings: { retentionDays: days } })
  expect(text.split('\n').filter((sentence) => sentence.endsWith(end))).toHaveLength(1)
})

test.each(Object.entries(LANGUAGES))('every value is filled in: %s', (_, strings) => {
  const sample = loadSample()
  const privacy = { generated: true, host: 'Example Hosting', text: [] }
  const settings = { retentionDays: 90, mailServer: 'mail.test', autoReply: true }
  const change = { strings: { ...sample.strings, legal: strings.legal }, legal: { privacy } }
  const text = noticeWith({ origin: 'https://mail.ewa.dev', captcha: recaptcha }, change, {
    imageHosts: ['a.test'],
    settings,
  })
  expect(text).toContain('mail.ewa.dev')
  expect(text).toContain('90')
  expect(text).toContain('a.test')
  expect(text).toContain('Example Hosting')
  expect(text).toContain('mail.test')
  expect(text).toContain('Google reCAPTCHA')
  expect(text).not.toMatch(/[{}]/)
})

import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, test } from 'vitest'
import type { Portfolio } from '../content/schema.ts'
import { LANGUAGES } from '../content/strings/languages.ts'
import { privacyNotice } from './privacy.ts'

type Form = NonNullable<Portfolio['contact']>['form']

/** The sentences of the notice with other settings of the form. */
function noticeWith(form: Partial<Form>, change: Partial<Portfolio> = {}, hosts: string[] = []) {
  const sample = loadSample()
  if (!sample.contact) throw new Error('The sample has a contact section.')
  const contact = { ...sample.contact, form: { ...sample.contact.form, ...form } }
  return privacyNotice({ ...sample, contact, ...change }, hosts)
    .flatMap(({ sentences }) => sentences)
    .join('\n')
}

const recaptcha = { provider: 'recaptcha', siteKey: 'x', theme: 'light', size: 'normal' } as const

describe('the privacy notice follows the settings', () => {
  test('of the sample: own gateway, own captcha, everything from one server', () => {
    const text = noticeWith({})
    expect(text).toContain('the server of this site stores your name')
    expect(text).toContain('No other company takes part')
    expect(text).toContain('Fonts, scripts and images come from the same server')
    expect(text).not.toContain('The server deletes')
  })

  test('with EmailJS and reCAPTCHA, it names both', () => {
    const text = noticeWith({ origin: 'https://api.emailjs.com', captcha: recaptcha })
    expect(text).toContain('EmailJS (api.emailjs.com)')
    expect(text).toContain('Google reCAPTCHA protects the form')
    expect(text).not.toContain('No other company')
    expect(text).not.toContain('the server of this site stores')
  })

  test('with another gateway, it names its host, and the days of retention', () => {
    const privacy = { generated: true, retentionDays: 90, text: [] }
    const text = noticeWith({ origin: 'https://mail.ewa.dev' }, { legal: { privacy } })
    expect(text).toContain('mail.ewa.dev stores your name')
    expect(text).toContain('after 90 days')
  })

  test('with images and scripts of other hosts, it names them', () => {
    const { site } = loadSample()
    const scripts = [{ src: 'https://count.ewa.dev/count.js', attributes: {} }] as never
    const text = noticeWith({}, { site: { ...site, scripts } }, ['images.test', 'more.test'])
    expect(text).toContain('Images also come from images.test and more.test')
    expect(text).toContain('scripts of count.ewa.dev')
  })

  test('without a form, it says nothing of one', () => {
    const { contact: _, ...sample } = loadSample()
    const headings = privacyNotice(sample, []).map(({ heading }) => heading)
    expect(headings).toEqual(['Visiting this page', 'Your rights'])
  })
})

test.each(Object.entries(LANGUAGES))('every value is filled in: %s', (_, strings) => {
  const sample = loadSample()
  const privacy = { generated: true, retentionDays: 90, text: [] }
  const change = { strings: { ...sample.strings, legal: strings.legal }, legal: { privacy } }
  const text = noticeWith({ origin: 'https://mail.ewa.dev', captcha: recaptcha }, change, [
    'a.test',
  ])
  expect(text).toContain('mail.ewa.dev')
  expect(text).toContain('90')
  expect(text).toContain('a.test')
  expect(text).toContain('Google reCAPTCHA')
  expect(text).not.toMatch(/[{}]/)
})

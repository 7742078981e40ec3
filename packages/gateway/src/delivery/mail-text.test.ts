import { startDelivery } from 'test-fixtures/delivery.ts'
import { CONTROLS, postForm, postJson } from 'test-fixtures/gateway.ts'
import { mailOf as composed } from 'test-fixtures/mail-template.ts'
import { readPage } from 'test-fixtures/read-page.ts'
import { afterEach, expect, test } from 'vitest'
import { readTemplates, requireTemplate } from '../template.ts'
import { mailTextIn } from './compose.ts'
import { TEXTS } from './mail-texts/languages.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const templates = readTemplates()

async function mailOf(fields: object, template = 'message', sender = {}) {
  const host = { host: 'example.com' }
  const found = requireTemplate(template, templates)
  return (await composed(fields, found, { ...host, ...sender })).mail
}

test('the owner’s mail is in the language and the time zone of the site', async () => {
  process.env.TZ = 'Europe/Warsaw'
  const { url, server } = await startDelivery({
    page: { url: 'https://www.anna.test', language: 'pl' },
  })
  await postForm(url, { message: 'Dzień dobry!', user_name: 'Łucja', subject: undefined })
  const [received] = await server.waitFor(1)
  const { from, replyTo, subject, text, html } = received?.mail ?? {}
  expect(from).toEqual({ name: 'Łucja przez anna.test', address: 'portfolio@portfolio.test' })
  expect(replyTo).toEqual([{ address: 'ada@example.org', name: '' }])
  expect(subject).toBe('Dzień dobry!')
  expect(text).toContain('Nowa wiadomość od: Łucja <ada@example.org> (przez anna.test).')
  expect(text).toContain('Otrzymano: czwartek, 15 stycznia 2026 13:00 CET. Wiadomość ')
  expect(html).toContain('<html lang="pl" dir="ltr">')
  expect(readPage(html ?? '').text).toContain('Nowa wiadomość od: Łucja')
})

test.each(Object.keys(TEXTS))(
  '%s: every placeholder is filled, and nothing is English',
  async (language) => {
    const contact = { user_name: 'Ada', user_email: 'ada@example.org', subject: 'X' }
    const fields = { ...contact, receipt: '6F57-6CE5', other: 'y' }
    const english = mailTextIn('en').text
    for (const [template, given] of [
      ['message', fields],
      ['message', {}],
      ['auto-reply', { user_email: 'ada@example.org' }],
    ] as const) {
      const { subject, text = '', html = '', from } = await mailOf(given, template, { language })
      const all = [subject, text, html.replace(/<style>.*<\/style>/s, ''), from?.name].join('\n')
      expect(all).not.toMatch(/\{\w+\}|undefined|\[object/)
      expect(html).toContain(`<html lang="${language}" dir=`)
      if (language === 'en') continue
      const labels = ['wrote', 'Received', 'Reply to', 'eceipt']
      for (const words of [english.empty, english.reply.text, ...labels]) {
        expect(all).not.toContain(words)
      }
    }
  },
)

test('French has a no-break space before a colon', async () => {
  const fields = { user_name: 'Ada', subject: 'Projet', message: 'x' }
  const mail = await mailOf(fields, 'message', { language: 'fr' })
  expect(mail.subject).toBe('Projet\u00a0: Ada vous a écrit')
  expect(mail.text).toContain('Objet\u00a0: Projet')
  expect(JSON.stringify(mailTextIn('fr').text)).not.toMatch(/ [:;!?»]|« /)
})

test('an Arabic mail runs from right to left', async () => {
  const contact = { user_name: 'Ada', user_email: 'ada@example.org' }
  for (const template of ['message', 'auto-reply']) {
    expect((await mailOf(contact, template, { language: 'ar' })).html).toMatch(
      /<html lang="ar" dir="rtl">[\s\S]*<table role="presentation" dir="rtl"/,
    )
    expect((await mailOf(contact, template, { language: 'de' })).html).not.toContain('dir="rtl"')
  }
})

test('a language without texts gets English, and a region keeps its own dates', async () => {
  process.env.TZ = 'UTC'
  expect((await mailOf({}, 'message', { language: 'ko' })).text).toContain('July 1, 2026')
  expect((await mailOf({}, 'message', { language: 'zh-TW' })).text).toContain('July 1, 2026')
  expect((await mailOf({}, 'message', { language: 'zh-CN' })).text).toContain('2026年7月1日')
  expect((await mailOf({}, 'message', { language: 'en-GB' })).text).toContain('1 July 2026')
  expect((await mailOf({}, 'message', { language: 'de-AT' })).text).toContain('1. Juli 2026')
})

test('the time is in the time zone of the owner, if the content has one', async () => {
  process.env.TZ = 'America/New_York'
  // Formatters are kept, and no other test has one for this language.
  const language = 'en-US'
  const inZone = async (timeZone?: string) =>
    (await mailOf({}, 'message', { language, timeZone })).text
  expect(await inZone('Asia/Tokyo')).toContain('Wednesday, July 1, 2026 at 9:00 AM GMT+9')
  expect(await inZone()).toContain('Tuesday, June 30, 2026 at 8:00 PM EDT')
})

test.each([
  ['Zoë Łoś', 'Zoë Łoś'],
  ['Dwayne "The Rock" Johnson', 'Dwayne The Rock Johnson'],
  ['boss@bank.example', 'boss at bank.example'],
  ['"Bank" <pay@bank.example>', 'Bank pay at bank.example'],
  ['=?utf-8?B?QmFuaw==?=', 'utf-8?B?QmFuaw= ='],
  ['a\u202eb\u2066c\u200bd', 'abcd'],
  ['one\ntwo\u2028three', 'one two three'],
  ['x'.repeat(200), `${'x'.repeat(60)}…`],
  ['👩‍👩‍👧‍👦'.repeat(80), `${'👩‍👩‍👧‍👦'.repeat(60)}…`],
])('the name %j is the sender %j', async (user_name, shown) => {
  const { from } = await mailOf({ user_name, message: 'x' })
  expect(from).toEqual({ name: `${shown} via example.com`, address: 'page@example.org' })
})

test('a mail without a name, and an automatic reply, come from the site', async () => {
  expect((await mailOf({ message: 'x' })).from?.name).toBe('Site')
  expect((await mailOf({ user_name: ' \u202e\u200b', message: 'x' })).from?.name).toBe('Site')
  expect((await mailOf({ user_name: 'Ada', user_email: 'a@b.c' }, 'auto-reply')).from?.name).toBe(
    'Site',
  )
})

test.each([
  [{ message: 'Hello,\n\nare you free in May?' }, 'Hello, are you free in May?'],
  [
    { message: `We are looking for a developer who knows ${'harbours '.repeat(9)}` },
    'We are looking for a developer who knows harbours harbours…',
  ],
  [{ message: '漢'.repeat(70) }, `${'漢'.repeat(60)}…`],
  [{ message: ' \n\u200b' }, 'Ada wrote to you'],
  [{ message: 'Hello', subject: 'Feedback' }, 'Feedback: Ada wrote to you'],
])('the subject of %j is %j', async (fields, subject) => {
  expect((await mailOf({ user_name: 'Ada', ...fields })).subject).toBe(subject)
})

test('an EmailJS field keeps its value under a name like that of a text', async () => {
  const { url, server } = await startDelivery()
  const template_params = { mail: 'post', language: 'Polish', message: 'x' }
  await postJson(url, { ...CONTROLS, template_params })
  const [received] = await server.waitFor(1)
  expect(received?.mail.text).toContain('mail: post\nlanguage: Polish')
})

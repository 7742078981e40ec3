import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Document } from 'yaml'

type Finding = { check: string; status: string; found: string; advice: string }

/** What doctor finds before the site is published, by check. */
async function doctor(changes: ((content: Document) => void)[], settings = {}) {
  const site = createSite({
    change: (content) => {
      for (const change of changes) change(content)
    },
  })
  onTestFinished(() => site.remove())
  const { exitCode, out } = await site.run(['doctor', '--json'], settings)
  const findings: Finding[] = JSON.parse(out).findings
  const of = (name: string) => findings.find(({ check }) => check === name)
  return { exitCode, checks: findings.map(({ check }) => check), of }
}

const STATIC_HOST = set('site.url', 'https://anna.github.io/portfolio/')

test('a static host whose form sends to a gateway beside the page is a dead end', async () => {
  const { exitCode, of } = await doctor([STATIC_HOST])
  expect(exitCode).toBe(1)
  expect(of('messages')).toEqual({
    check: 'messages',
    status: 'failed',
    found:
      'contact.form is gateway, and anna.github.io only serves files, so no message would reach you',
    advice:
      'Set gateway: with the URL of your gateway on a server, or form: emailjs with an account there, or form: none with your email.',
  })
})

test('a gateway elsewhere is named, and its settings are not sought here', async () => {
  const gateway = set('contact.gateway', 'https://form.anna.test')
  const { checks, of } = await doctor([STATIC_HOST, gateway])
  expect(of('form')?.found).toBe(
    'sends to https://form.anna.test. Send yourself a message to check it',
  )
  for (const check of ['account', 'database']) expect(checks).not.toContain(check)
})

test('without a form, nothing of a gateway is checked, even if .env still has one', async () => {
  const way = [set('contact.form', 'none'), set('contact.email', 'me@anna.invalid')]
  const left = { MAIL_FROM: 'page@anna.invalid', MAIL_TO: 'me@anna.invalid' }
  const { checks } = await doctor([STATIC_HOST, ...way], left)
  for (const check of ['form', 'account', 'database']) expect(checks).not.toContain(check)
})

test('the texts that only the owner knows are counted', async () => {
  const site = createSite()
  onTestFinished(() => site.remove())
  site.edit((content) => {
    const claim = content.createNode('A claim')
    claim.comment = ' TODO'
    content.setIn(['hero', 'claim'], claim)
  })
  const { out } = await site.run(['doctor'])
  expect(out).toMatch(/warning {2}texts {10}1 text is yours to write, the first in line \d+/)
})

test('the labels that a language lacks are named until the owner has written them', async () => {
  const defaults = (content: Document) => content.deleteIn(['contact', 'subjects'])
  const korean = await doctor([set('site.language', 'ko'), defaults])
  const [, all] = korean.of('labels')?.found.match(/none in "ko", so (\d+) are in English:/) ?? []
  expect(Number(all)).toBeGreaterThan(80)
  const own = [set('strings.skip', '본문으로'), set('strings.back', '뒤로')]
  const { of } = await doctor([set('site.language', 'ko'), defaults, ...own])
  const [first, ...groups] = of('labels')?.found.split('\n') ?? []
  expect(first).toBe(`there are none in "ko", so ${Number(all) - 2} are in English:`)
  expect(groups).toEqual([
    expect.stringMatching(/^ {2}strings: navigation, openMenu, .*, missingLink$/),
    expect.stringMatching(/^ {2}strings\.form: name, email, .*, captchaRetry$/),
  ])
  expect(groups.join().match(/[\w.]+(?=,|$)/g)).toHaveLength(Number(all) - 2)
  expect(of('labels')?.advice).toContain('strings: { skip: ')
  expect((await doctor([set('site.language', 'de')])).checks).not.toContain('labels')
})

test.each([
  [{ privacy: {} }, /strings\.legal: imprint, .*retentionUnknown/],
  [{ privacy: { generated: false, text: 'Mine' } }, /strings\.legal: imprint, privacy, formNotice/],
])('the labels of the notice %j are those that it shows', async (legal, names) => {
  const { of } = await doctor([set('site.language', 'ko'), set('legal', legal)])
  expect(of('labels')?.found).toMatch(names)
})

test('doctor lists the errors of the content as the build does, one after the other', async () => {
  const site = createSite()
  onTestFinished(() => site.remove())
  site.edit((content) => {
    content.deleteIn(['person', 'name'])
    content.setIn(['person', 'portrait'], 'images/nobody.png')
    content.setIn(['site', 'look'], 'pretty')
  })
  writeFileSync(join(site.content, 'images/shop.png'), 'no picture')
  site.edit((content) => {
    content.setIn(['projects', 'cards', 0, 'imgSrc'], 'images/shop.png')
  })
  const { exitCode, out } = await site.run(['doctor'])
  const { error, out: built } = await site.build()
  const fields = /^ *(content\/portfolio\.yaml:\d+:\d+ {2}\S+)$/gm
  const found = [...out.matchAll(fields)].map(([, place]) => place)
  expect(exitCode).toBe(1)
  expect(found).toHaveLength(4)
  expect([...(built + error).matchAll(fields)].map(([, place]) => place)).toEqual(found)
  expect(out).toMatch(/^failed {3}site {11}The content has 4 errors:$/m)
  expect(out).toMatch(/^ {28}found {9}"pretty"$/m)

  const { findings } = JSON.parse((await site.run(['doctor', '--json'])).out)
  const { errors } = findings.find(({ check }: Finding) => check === 'site')
  expect(errors).toHaveLength(4)
  expect(errors[0]).toMatchObject({
    file: 'content/portfolio.yaml',
    line: expect.any(Number),
    column: expect.any(Number),
    field: 'site.look',
    expected: expect.any(String),
  })
})

test('a tag without a resume is named with the one that was meant', async () => {
  const { of } = await doctor([
    set('resumes', [{ name: 'lead', tags: ['lead'] }]),
    set('resume.skills.entries.0.for', ['laed', 'page']),
    set('resume.skills.entries.1.for', ['lead']),
  ])
  expect(of('content')?.found).toMatch(
    /^line \d+, resume\.skills\.entries\.0\.for\.0: "laed"; a tag of resumes: lead, page; did you mean lead\?$/,
  )
})

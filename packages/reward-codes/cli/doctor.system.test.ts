import { set } from 'test-fixtures/change-content.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { startTestGateway } from 'test-fixtures/gateway.ts'
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

test('a gateway elsewhere is asked as the page would', async () => {
  const page = { url: 'https://anna.github.io/portfolio/' }
  const gateway = await startTestGateway({ page, site: freshFolder() })
  onTestFinished(gateway.close)
  const { checks, of } = await doctor([STATIC_HOST, set('contact.gateway', gateway.url)])
  expect(of('form')?.found).toContain('accepts messages from https://anna.github.io')
  expect(of('delivery')).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('has no mail server'),
  })
  // Those of the other machine are not here.
  expect(checks).not.toContain('database')
})

test('without a form, nothing of a gateway is checked, even if .env still has one', async () => {
  const way = [set('contact.form', 'none'), set('contact.email', 'me@anna.invalid')]
  const left = { MAIL_FROM: 'page@anna.invalid', MAIL_TO: 'me@anna.invalid' }
  const { checks, of } = await doctor([STATIC_HOST, ...way], left)
  expect(of('messages')).toMatchObject({ status: 'ok', found: 'the page shows me@anna.invalid' })
  for (const check of ['accounts', 'database']) expect(checks).not.toContain(check)
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

test('the labels that a language lacks are counted until the owner has written them', async () => {
  const japanese = await doctor([set('site.language', 'ja')])
  const [, all] = japanese.of('labels')?.found.match(/none in "ja", so (\d+) are in English/) ?? []
  expect(Number(all)).toBeGreaterThan(80)
  const own = [set('strings.skip', '本文へ'), set('contact.heading', '連絡先')]
  const { of } = await doctor([set('site.language', 'ja'), ...own])
  expect(of('labels')).toMatchObject({
    status: 'warning',
    found: `there are none in "ja", so ${Number(all) - 2} are in English`,
  })
  expect((await doctor([set('site.language', 'de')])).checks).not.toContain('labels')
})
